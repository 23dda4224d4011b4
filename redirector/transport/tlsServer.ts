import { constants } from "node:crypto";
import type { Socket } from "node:net";
import { createServer } from "node:tls";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { CertificateIndex } from "../domains/certificateIndex.ts";
import type { DoorFigures } from "./doorFigures.ts";
import { type Awaiting, createLateOnes } from "./lateOnes.ts";
import { acceptSocket, listenOn } from "./nodeServer.ts";
import type { ProxySettings } from "./proxiedEvents.ts";
import { createProxyFront } from "./proxyFront.ts";
import type { TransportEvents, TransportServer } from "./transport.ts";

export interface TlsSettings {
  readonly certificates: CertificateIndex;
  /** Its certificate is for visitors who name no host. */
  readonly defaultHost: string;
  /** Whether an address may begin one more handshake. */
  readonly mayShake: (address: string) => Promise<boolean>;
  readonly isTrusted: IsTrusted;
  readonly figures: DoorFigures;
  readonly handshakeTimeoutMs: number;
  /** How many may be under way at a time. */
  readonly maxHandshakes: number;
  readonly now: () => number;
  /** Null where no PROXY headers are read. */
  readonly proxy: ProxySettings | null;
}

export interface TlsServer extends TransportServer {
  /** Handshakes under way. */
  handshakes(): number;
}

interface Handshake {
  readonly address: string;
  readonly awaiting: Awaiting<Socket>;
}

/** Neither runtime sends an alert for it: the connection is closed. */
const unknownName = new Error("no certificate for this name");
const minVersion = "TLSv1.2";
/** Bun knows no second handshakes; on Node a visitor could have one after the other. */
const secureOptions = constants.SSL_OP_NO_RENEGOTIATION;

/** Connections by `node:tls`, on both runtimes. */
export function createTlsServer<V>(events: TransportEvents<V>, settings: TlsSettings): TlsServer {
  const { certificates, figures, mayShake, isTrusted } = settings;
  /** By the ports of both ends: the socket before a handshake is not the one after it. */
  const underWay = new Map<string, Handshake>();
  const refuse =
    (reason: "late" | "crowded") =>
    (socket: Socket): void => {
      figures.refusedHandshakes[reason]++;
      socket.destroy();
    };
  const awaited = createLateOnes<Socket>({
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
      // Some proxies and scripts still offer the older one alone.
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
    // The visitor has left, or we have closed the connection and counted that.
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
