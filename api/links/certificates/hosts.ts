import { isIP } from "node:net";
import { hostOfUrl } from "@hoplog/schema/domains/hostname.js";

export interface OwnHostSettings {
  readonly shortUrl: string;
  readonly shortHosts: readonly string[];
}

/**
 * The hosts of the default domain that can have a certificate: SHORT_URL's, which may be the app's too, and SHORT_HOSTS.
 * CAs issue none for addresses, localhost and names without a dot.
 */
export function ownCertificateHosts({ shortUrl, shortHosts }: OwnHostSettings): readonly string[] {
  const hosts = new Set([hostOfUrl(shortUrl), ...shortHosts]);
  return [...hosts].filter(canHaveCertificate);
}

function canHaveCertificate(host: string): boolean {
  const isAddress = isIP(host.replace(/^\[(.*)\]$/, "$1")) !== 0;
  return !isAddress && host.includes(".") && !/(?:^|\.)localhost$/.test(host);
}
