import { challengePath } from "@hoplog/schema/topics/links/certificates.js";
import { hostNameIn } from "../domains/sites.ts";

/** Where a request that came by http is led, by its Host header and its target; null if it is answered where it came. */
export type HttpsLocation = (host: string, target: string) => string | null;

const health = /^\/healthz(?:\?|$)/;

/** Leads to the same host and target at `port`, if the host has a certificate. */
export function createHttpsLocation(hasCertificate: (host: string) => boolean, port: number): HttpsLocation {
  const suffix = port === 443 ? "" : `:${port}`;
  return (host, target) => {
    // The absolute form, and "*". CAs read challenges by http, perhaps before there is a certificate.
    if (!target.startsWith("/") || target.startsWith(challengePath) || health.test(target)) return null;
    const name = hostNameIn(host);
    return hasCertificate(name) ? `https://${name}${suffix}${target}` : null;
  };
}
