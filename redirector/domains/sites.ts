import { isIP } from "node:net";
import { isLoopback } from "@hoplog/platform/http/loopback.js";
import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import { decodeDefaultHosts, decodeDomain, defaultHostsKey, domainKey } from "@hoplog/schema/topics/links/hosts.js";
import { type Site, siteOf } from "./site.ts";

/** Result if no domain has this host. */
export const unknownHost = "unknown host";
/** Result if a domain has this host, but the domain's record is unreadable. */
export const unreadableHost = "unreadable host";
export type FoundSite = Site | typeof unknownHost | typeof unreadableHost;

/** Finds the site of a Host header in these bytes, which are empty if none was sent. */
export type SiteOf = (bytes: Uint8Array, start: number, end: number) => FoundSite;

export interface SiteSettings {
  /** Returns the replica's entry of a key, valid until the next call; undefined if there is none. */
  readonly find: (key: string) => Uint8Array | undefined;
  /** Returns the number of changes of the replica; null if there is no counter. */
  readonly version: (() => number) | null;
  /** Makes later reads see the current state. */
  readonly refresh: () => void;
  readonly defaultSite: Site;
  /** Hosts of the default domain, in addition to those in the replica. */
  readonly hosts: readonly string[];
  /** The host that only the app uses, and the site of that host; null for none. */
  readonly appHost: { readonly name: string; readonly site: Site } | null;
  readonly now: () => number;
}

/** Lifetime of the cache in milliseconds if there is no change counter. */
const rememberedMs = 1000;
const hostMax = 255;
/** Maximum cached hosts, because a client may send a different host in each request. */
const rememberedHosts = 1000;

/**
 * Creates the lookup of sites. Most consecutive requests have the same host, so the last one is compared byte by byte.
 */
export function createSites({ find, version, refresh, defaultSite, hosts, appHost, now }: SiteSettings): SiteOf {
  const ownHosts = new Set(hosts);
  const last = new Uint8Array(hostMax);
  let lastLength = -1;
  let lastSite: FoundSite = defaultSite;
  const remembered = createBoundedCache<string, { readonly site: FoundSite }>(rememberedHosts);
  let present = version?.() ?? 0;
  let until = 0;

  function forgetIfChanged(): void {
    const count = version?.() ?? 0;
    const isFresh = version ? count === present : now() < until;
    if (isFresh) return;
    present = count;
    until = now() + rememberedMs;
    lastLength = -1;
    remembered.clear();
    refresh();
  }

  function isLast(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start !== lastLength) return false;
    for (let i = 0; i < lastLength; i++) if (bytes[start + i] !== last[i]) return false;
    return true;
  }

  function siteFor(host: string): FoundSite {
    const name = hostNameIn(host);
    if (appHost !== null && name === appHost.name) return appHost.site;
    if (name === "" || ownHosts.has(name) || isIP(name) !== 0 || isLoopback(name)) return defaultSite;
    const entry = find(domainKey(name));
    if (entry) return readSite(entry);
    const named = readHosts(find(defaultHostsKey));
    return named === null || named.has(name) ? defaultSite : unknownHost;
  }

  return (bytes, start, end) => {
    forgetIfChanged();
    if (isLast(bytes, start, end)) return lastSite;
    const length = end - start;
    if (length > hostMax) return unknownHost;
    const host = Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString("latin1");
    lastSite = remembered.get(host, () => ({ site: siteFor(host) })).site;
    lastLength = length;
    last.set(bytes.subarray(start, end));
    return lastSite;
  };
}

/** Returns the name in a Host header in lower case, without port, brackets and trailing dot. */
export function hostNameIn(host: string): string {
  const [, bracketed, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? ["", undefined, host];
  return (bracketed ?? plain).replace(/\.$/, "").toLowerCase();
}

function readSite(entry: Uint8Array): FoundSite {
  try {
    return siteOf(decodeDomain(entry));
  } catch {
    return unreadableHost;
  }
}

/**
 * Returns the default domain's hosts; null if the record is missing or unreadable. Every host without a domain then
 * belongs to the default domain, as in releases without workspace domains, so that an unreadable record does not make
 * an installation unreachable.
 */
function readHosts(entry: Uint8Array | undefined): ReadonlySet<string> | null {
  try {
    return entry ? new Set(decodeDefaultHosts(entry)) : null;
  } catch {
    return null;
  }
}
