import { challengePath } from "@hoplog/schema/topics/links/certificates.js";
import { hostNameIn } from "../domains/sites.ts";

/** Returns the https URL for a plain http request, given its Host header and target; null if it is not redirected. */
export type HttpsLocation = (host: string, target: string) => string | null;

const health = /^\/healthz(?:\?|$)/;

/** Redirects to the same host and target at `port` if the host has a certificate. */
export function createHttpsLocation(hasCertificate: (host: string) => boolean, port: number): HttpsLocation {
  const suffix = port === 443 ? "" : `:${port}`;
  return (host, target) => {
    // Excludes absolute-form targets, "*", health checks, and ACME challenges, which CAs read over http, perhaps before
    // a certificate exists.
    if (!target.startsWith("/") || target.startsWith(challengePath) || health.test(target)) return null;
    const name = hostNameIn(host);
    return hasCertificate(name) ? `https://${name}${suffix}${target}` : null;
  };
}
