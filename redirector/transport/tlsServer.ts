import { constants } from "node:crypto";
import type { Socket } from "node:net";
import { createServer } from "node:tls";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { CertificateIndex } from "../domains/certificateIndex.ts";
import type { AcceptFigures } from "./acceptFigures.ts";
import { type Awaiting, createDeadlines } from "./deadlines.ts";
import { acceptSocket, listenOn } from "./nodeServer.ts";
import type { ProxySettings } from "./proxiedEvents.ts";
import { createProxyFront } from "./proxyFront.ts";
import type { TransportEvents, TransportServer } from "./transport.ts";

export interface TlsSettings {
  readonly certificates: CertificateIndex;
  /** Host whose certificate is used for visitors that send no server name. */
  readonly defaultHost: string;
  /** Returns whether an address may start another handshake. */
  readonly mayShake: (address: string) => Promise<boolean>;
  readonly isTrusted: IsTrusted;
  readonly figures: AcceptFigures;
  readonly handshakeTimeoutMs: number;
  /** Maximum number of concurrent handshakes. */
  readonly maxHandshakes: number;
  readonly now: () => number;
  /** Settings of the PROXY protocol; null if no PROXY headers are read. */
  readonly proxy: ProxySettings | null;
}

export interface TlsServer extends TransportServer {
  /** Returns the number of handshakes in progress. */
  handshakes(): number;
}

interface Handshake {
  readonly address: string;
  readonly awaiting: Awaiting<Socket>;
}

/**
 * Error for a server name without a certificate. Neither runtime sends a TLS alert for it: the connection is closed.
 */
const unknownName = new Error("no certificate exists for the requested host name");
const minVersion = "TLSv1.2";
/** Disables renegotiation: Bun does not support it, and on Node a visitor could repeat it without limit. */
const secureOptions = constants.SSL_OP_NO_RENEGOTIATION;

/** Creates a TLS server with `node:tls`, for Node and Bun. */
export function createTlsServer<V>(events: TransportEvents<V>, settings: TlsSettings): TlsServer {
  const { certificates, figures, mayShake, isTrusted } = settings;
  /**
   * Handshakes in progress, by the connection's addresses and port: the socket differs before and after a handshake.
   */
  const underWay = new Map<string, Handshake>();
  const refuse =
    (reason: "late" | "crowded") =>
    (socket: Socket): void => {
      figures.refusedHandshakes[reason]++;
      socket.destroy();
    };
  const awaited = createDeadlines<Socket>({
    timeoutMs: settings.handshakeTimeoutMs,
    max: settings.maxHandshakes,
    now: settings.now,
    onLate: refuse("late"),
    onCrowded: refuse("crowded"),
  });
  const server = createServer(
    {
      allowHalfOpen: true,
      noDelay: true,
      minVersion,
      secureOptions,
      // HTTP/1.0 is included because some proxies and scripts offer only that.
      ALPNProtocols: ["http/1.1", "http/1.0"],
      SNICallback(name, choose) {
        const context = certificates.find(name.toLowerCase())?.context();
        if (context) choose(null, context);
        else choose(unknownName);
      },
    },
    (socket) => {
      const handshake = end(endsOf(socket));
      if (!handshake) return void socket.destroy();
      figures.handshakes++;
      acceptSocket(socket, events, handshake.address, true);
    },
  );

  function end(ends: string): Handshake | undefined {
    const handshake = underWay.get(ends);
    underWay.delete(ends);
    if (handshake) awaited.remove(handshake.awaiting);
    return handshake;
  }

  function begin(socket: Socket, address: string): void {
    const ends = endsOf(socket);
    const handshake = { address, awaiting: awaited.add(socket) };
    underWay.set(ends, handshake);
    socket.on("error", () => void socket.destroy());
    socket.once("close", () => {
      if (underWay.get(ends) === handshake) end(ends);
    });
    if (isTrusted(address)) return;
    void mayShake(address).then((may) => {
      if (may || underWay.get(ends) !== handshake) return;
      figures.refusedHandshakes.limited++;
      socket.destroy();
    });
  }

  let defaultChain: string | null = null;
  function useDefault(): void {
    const found = certificates.find(settings.defaultHost);
    const usable = found?.context() ? found : null;
    if (defaultChain === (usable?.chain ?? null)) return;
    defaultChain = usable?.chain ?? null;
    server.setSecureContext({ minVersion, secureOptions, ...(usable && { cert: usable.chain, key: usable.key }) });
  }

  useDefault();
  certificates.onChange(useDefault);
  const front = settings.proxy
    ? createProxyFront(settings.proxy, (socket, address) => {
        begin(socket, address);
        server.emit("connection", socket);
      })
    : server.prependListener("connection", (socket) => {
        const { remoteAddress } = socket;
        if (remoteAddress === undefined) socket.destroy();
        else begin(socket, remoteAddress);
      });
  server.on("tlsClientError", (error) => {
    // The visitor has disconnected, or this server has closed and already counted the connection.
    if (errorCode(error) === "ECONNRESET") return;
    figures.refusedHandshakes[error === unknownName ? "unknownName" : "failed"]++;
  });
  return {
    listen: (port, host, reusePort) => listenOn(front, port, host, reusePort),
    stop: () => void front.close(),
    handshakes: () => underWay.size,
  };
}

function endsOf({ remoteAddress = "", remotePort = 0, localAddress = "" }: Socket): string {
  return `${remoteAddress}/${remotePort}/${localAddress}`;
}
