import { randomBytes } from "node:crypto";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createSealer } from "@hoplog/platform/sealing/sealer.js";
import { certificatePurpose } from "@hoplog/schema/topics/links/certificates.js";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { ListenerProcessSettings } from "../control/messages.ts";
import { openCertificateFiles } from "../domains/certificateFiles.ts";
import { createCertificateIndex } from "../domains/certificateIndex.ts";
import type { CertificateSource } from "../domains/certificateSource.ts";
import { type HostCertificateSettings, openHostCertificates } from "../domains/hostCertificates.ts";
import type { ConnectionLimits } from "../listener/connections.ts";
import type { AcceptSettings } from "../listener/plainRequestHandlers.ts";
import { createHttpsLocation } from "../server/httpsLocation.ts";
import type { AcceptFigures } from "../transport/acceptFigures.ts";
import type { ProxySettings } from "../transport/proxiedEvents.ts";

export interface AcceptSources {
  readonly isTrusted: IsTrusted;
  readonly addressBytes: (address: string) => Uint8Array;
  readonly limits: ConnectionLimits;
  readonly figures: AcceptFigures;
  readonly now: () => number;
  readonly replica: HostCertificateSettings["replica"];
  readonly logger: Logger;
}

/** Creates the settings with which a listener accepts connections (TLS, PROXY protocol, https redirects, HSTS). */
export async function openAcceptSettings(
  { tls, httpsPort, hstsSeconds, proxyProtocol }: ListenerProcessSettings["doors"],
  sources: AcceptSources,
): Promise<AcceptSettings> {
  const { isTrusted, addressBytes, limits, figures, now } = sources;
  const proxy: ProxySettings | null = proxyProtocol
    ? { isTrusted, figures, headerTimeoutMs: limits.headTimeoutMs, maxHeaders: limits.maxConnections, now }
    : null;
  if (!tls) return { tls: null, proxy, httpsLocation: null, tlsHeaders: {} };
  const certificates = createCertificateIndex(certificateSources(tls, sources));
  // The module is loaded only if needed, because its library loads slowly.
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

/** Returns the certificate sources. Files have priority, because an operator put them there explicitly. */
function certificateSources(
  { certificates, certificateKeys }: NonNullable<ListenerProcessSettings["doors"]["tls"]>,
  { replica, logger, now }: AcceptSources,
): CertificateSource[] {
  const files = certificates === null ? [] : [openCertificateFiles(certificates)];
  if (certificateKeys.length === 0) return files;
  const sealer = createSealer(certificateKeys, certificatePurpose, randomBytes);
  return [...files, openHostCertificates({ replica, sealer, logger, now })];
}
