import { linkKey } from "@hoplog/schema/topics/links/key.js";
import { isReadable } from "@hoplog/schema/topics/links/record.js";
import { createLinkCache, type LinkCache } from "./linkCache.ts";
import { unreadableEntry } from "./linkEntry.ts";
import type { ReplicaReader } from "./reader.ts";

/**
 * Location of a link's entry (see linkEntry.ts), which has been checked; the placeholder entry if it is unreadable.
 * Valid until the next lookup.
 */
export interface FoundLink {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the link of a domain's code, which is in `request` from `start` to `end`; null if the replica does not know it.
 */
export type FindLink = (domain: number, request: Buffer, start: number, end: number) => FoundLink | null;

/** Size of each of two generations: enough for most of the visits to a million links. */
const defaultCacheSize = { links: 50_000, bytes: 8 * 1024 * 1024 };

/**
 * Creates a lookup that caches visited links until the replica changes. `version` counts its changes; without it, each
 * lookup reads the replica.
 */
export function createFindLink(
  replica: ReplicaReader,
  version: (() => number) | null,
  max: { readonly links: number; readonly bytes: number } = defaultCacheSize,
): FindLink {
  const found: { bytes: Buffer; start: number; end: number } = { bytes: Buffer.alloc(0), start: 0, end: 0 };

  function at(bytes: Buffer, start: number, size: number): FoundLink {
    found.bytes = bytes;
    found.start = start;
    found.end = start + size;
    return found;
  }

  function lookUp(domain: number, request: Buffer, start: number, end: number): FoundLink | null {
    const entry = replica.find(linkKey({ domain, code: request.toString("latin1", start, end) }));
    if (!entry) return null;
    const size = replica.size();
    return isReadable(entry, 0, size) ? at(entry, 0, size) : at(unreadableEntry, 0, unreadableEntry.length);
  }

  if (!version) return lookUp;

  let young = createLinkCache(max.links, max.bytes);
  let old = createLinkCache(max.links, max.bytes);
  let present = version();

  function forget(): void {
    young.clear();
    old.clear();
    // The read transaction of this turn may be older than the change.
    replica.refresh();
  }

  function remember(domain: number, request: Buffer, start: number, end: number, link: FoundLink): FoundLink {
    const size = link.end - link.start;
    let stands = young.add(domain, request, start, end, link.bytes, link.start, link.end);
    if (stands < 0) {
      [young, old] = [old, young];
      young.clear();
      stands = young.add(domain, request, start, end, link.bytes, link.start, link.end);
    }
    return stands < 0 ? link : at(young.bytes, stands, size);
  }

  function findIn(cache: LinkCache, domain: number, request: Buffer, start: number, end: number): FoundLink | null {
    const stands = cache.find(domain, request, start, end);
    return stands < 0 ? null : at(cache.bytes, stands, cache.size());
  }

  return (domain, request, start, end) => {
    const count = version();
    if (count !== present) {
      forget();
      present = count;
    }
    const known = findIn(young, domain, request, start, end);
    if (known) return known;
    const link = findIn(old, domain, request, start, end) ?? lookUp(domain, request, start, end);
    return link && remember(domain, request, start, end, link);
  };
}
