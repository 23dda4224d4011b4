import { createServer, type Server, type Socket } from "node:net";
import { createDeadlines } from "./deadlines.ts";
import type { ProxySettings } from "./proxiedEvents.ts";
import { readProxyHeader } from "./proxyHeader.ts";

/**
 * Accepts connections and passes each with its peer's address to a server after removing the PROXY header, which
 * precedes the TLS handshake.
 */
export function createProxyFront(settings: ProxySettings, onSocket: (socket: Socket, address: string) => void): Server {
  const { isTrusted, figures, headerTimeoutMs, maxHeaders, now } = settings;
  const refuseLate = (socket: Socket): void => {
    figures.refusedProxyHeaders.late++;
    socket.destroy();
  };
  const awaited = createDeadlines<Socket>({
    timeoutMs: headerTimeoutMs,
    max: maxHeaders,
    now,
    onLate: refuseLate,
    onCrowded: refuseLate,
  });

  function readHeader(socket: Socket, peer: string): void {
    const awaiting = awaited.add(socket);
    let bytes = Buffer.alloc(0);
    const read = (): void => {
      const chunk: unknown = socket.read();
      if (!Buffer.isBuffer(chunk)) return;
      bytes = Buffer.concat([bytes, chunk]);
      const header = readProxyHeader(bytes);
      if (header.kind === "incomplete") return;
      socket.off("readable", read).off("end", destroy);
      if (!awaited.remove(awaiting)) return;
      if (header.kind === "malformed") {
        figures.refusedProxyHeaders.malformed++;
        socket.destroy();
        return;
      }
      if (header.end < bytes.length) socket.unshift(bytes.subarray(header.end));
      onSocket(socket, header.address ?? peer);
    };
    const destroy = (): void => void socket.destroy();
    socket
      .on("readable", read)
      .on("end", destroy)
      .once("close", () => void awaited.remove(awaiting));
  }

  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const { remoteAddress: peer } = socket;
    socket.on("error", () => void socket.destroy());
    // The connection was reset before it was accepted, for example by a load balancer's health check.
    if (peer === undefined) socket.destroy();
    else if (isTrusted(peer)) readHeader(socket, peer);
    else onSocket(socket, peer);
  });
}
