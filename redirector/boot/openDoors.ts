import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { ListenerProcessSettings } from "../control/messages.ts";
import { openCertificateFiles } from "../domains/certificateFiles.ts";
import { createCertificateIndex } from "../domains/certificateIndex.ts";
import type { ConnectionLimits } from "../listener/connections.ts";
import type { DoorSettings } from "../listener/doors.ts";
import { createHttpsLocation } from "../server/httpsLocation.ts";
import type { DoorFigures } from "../transport/doorFigures.ts";
import type { ProxySettings } from "../transport/proxiedEvents.ts";

export interface DoorSources {
  readonly isTrusted: IsTrusted;
  readonly addressBytes: (address: string) => Uint8Array;
  readonly limits: ConnectionLimits;
  readonly figures: DoorFigures;
  readonly now: () => number;
}

/** The ways in that a listener's settings name. */
export async function openDoors(
  { tls, httpsPort, hstsSeconds, proxyProtocol }: ListenerProcessSettings["doors"],
  { isTrusted, addressBytes, limits, figures, now }: DoorSources,
): Promise<DoorSettings> {
  const proxy: ProxySettings | null = proxyProtocol
    ? { isTrusted, figures, headerTimeoutMs: limits.headTimeoutMs, maxHeaders: limits.maxConnections, now }
    : null;
  if (!tls) return { tls: null, proxy, httpsLocation: null, tlsHeaders: {} };
  const certificates = createCertificateIndex(
    tls.certificates === null ? [] : [openCertificateFiles(tls.certificates)],
  );
  // Loaded only here: it takes a listener a fifth of its start.
  const { createHandshakeLimit } = await import("./handshakeLimit.ts");
  return {
    tls: {
      certificates,
      defaultHost: tls.defaultHost,
      mayShake: createHandshakeLimit(tls.handshakesPerAddress, addressBytes),
      isTrusted,
      figures,
      handshakeTimeoutMs: limits.headTimeoutMs,
      maxHandshakes: limits.maxConnections,
      now,
      proxy,
    },
    proxy,
    httpsLocation:
      httpsPort === null ? null : createHttpsLocation((host) => Boolean(certificates.find(host)?.context()), httpsPort),
    tlsHeaders: hstsSeconds === null ? {} : { "strict-transport-security": `max-age=${hstsSeconds}` },
  };
}
