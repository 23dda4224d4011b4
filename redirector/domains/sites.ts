import { isIP } from "node:net";
import { isLoopback } from "@hoplog/platform/http/loopback.js";
import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import { decodeDefaultHosts, decodeDomain, defaultHostsKey, domainKey } from "@hoplog/schema/topics/links/hosts.js";
import { type Site, siteOf } from "./site.ts";

/** Nobody has said that anything is served under this host. */
export const unknownHost = "unknown host";
/** The host is a domain's, but nobody here can say what is served there. */
export const unreadableHost = "unreadable host";
export type FoundSite = Site | typeof unknownHost | typeof unreadableHost;

/** What is served under the host that stands in these bytes, as a Host header has it; empty where none was sent. */
export type SiteOf = (bytes: Uint8Array, start: number, end: number) => FoundSite;

export interface SiteSettings {
  /** A replica's entry, good until the next call; undefined where it has none. */
  readonly find: (key: string) => Uint8Array | undefined;
  /** Counts the replica's changes; null where nobody does. */
  readonly version: (() => number) | null;
  /** What is found from now on is not older than this moment. */
  readonly refresh: () => void;
  readonly defaultSite: Site;
  /** Hosts of the default domain, besides those that the replica names. */
  readonly hosts: readonly string[];
  /** The host where the app is alone, and what is served there; null for none. */
  readonly appHost: { readonly name: string; readonly site: Site } | null;
  readonly now: () => number;
}

/** Where nobody counts changes, what is remembered is good for so long. In milliseconds. */
const rememberedMs = 1000;
const hostMax = 255;
/** Somebody may send a different host each time. */
const rememberedHosts = 1000;

/** Visitors mostly come to one host, one after the other: the last one is compared byte by byte. */
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

/** The name in a Host header: without port, brackets and the dot that may stand at its end, in lower case. */
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
 * Null where nobody has said it, and where it can't be read: then every host without a domain is the default domain's, as
 * it was before there were others. An installation must not go dark for that one record.
 */
function readHosts(entry: Uint8Array | undefined): ReadonlySet<string> | null {
  try {
    return entry ? new Set(decodeDefaultHosts(entry)) : null;
  } catch {
    return null;
  }
}
