import { canonicalHost } from "@hoplog/schema/domains/hostname.js";

/** Hosts (with port, in the form of `canonicalHost`) that no link may point to. */
export interface OwnHosts {
  readonly ownHosts: readonly string[];
}

/**
 * Returns the hosts of short links, because a link to one of them could redirect in a loop. Names in `shortHosts` are
 * included both with the port of `shortUrl` and without.
 */
export function ownHosts(shortUrl: string, shortHosts: readonly string[] = []): string[] {
  const own = new URL(shortUrl);
  const others = shortHosts.flatMap((name) => {
    const other = new URL(`${own.protocol}//${name}`);
    return [canonicalHost(other), canonicalHost({ hostname: other.hostname, port: own.port })];
  });
  return [...new Set([canonicalHost(own), ...others])];
}

/** Whether the app and the short links of the default domain share a host, where paths of the app take precedence. */
export function isOneHost(publicUrl: string, shortUrl: string): boolean {
  return canonicalHost(new URL(publicUrl)) === canonicalHost(new URL(shortUrl));
}
