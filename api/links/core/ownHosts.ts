import { canonicalHost } from "@hoplog/schema/domains/hostname.js";

/** Hosts (with port, as `canonicalHost` spells them) that no link may point to. */
export interface OwnHosts {
  readonly ownHosts: readonly string[];
}

/**
 * The hosts under which short links are reached: a link to one of them could lead in a circle. Of the names in `shortHosts`
 * both are, with the port of `shortUrl` and without.
 */
export function ownHosts(shortUrl: string, shortHosts: readonly string[] = []): string[] {
  const own = new URL(shortUrl);
  const others = shortHosts.flatMap((name) => {
    const other = new URL(`${own.protocol}//${name}`);
    return [canonicalHost(other), canonicalHost({ hostname: other.hostname, port: own.port })];
  });
  return [...new Set([canonicalHost(own), ...others])];
}

/** Whether the app and short links of the default domain are served under one host: a path is one of the app's first. */
export function isOneHost(publicUrl: string, shortUrl: string): boolean {
  return canonicalHost(new URL(publicUrl)) === canonicalHost(new URL(shortUrl));
}
