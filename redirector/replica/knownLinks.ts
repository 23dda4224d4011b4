import { idsAt, urlAt } from "./linkEntry.ts";
import type { ReplicaReader } from "./reader.ts";

/** A link as an answer needs it. */
export interface KnownLink {
  readonly active: boolean;
  /** The link's id and the owner's, one behind the other. */
  readonly ids: Uint8Array;
  readonly url: string;
}

/** What the replica says of a code; undefined when it does not know it. */
export type FindLink = (code: string) => KnownLink | undefined;

/** In each of two generations: most of the visits to a million links. */
const mostLinks = 50_000;

/**
 * Remembers the links that are visited, all of them until the replica has changed. `version` counts its changes; where
 * there is no such count, each link is looked up each time.
 */
export function createFindLink(replica: ReplicaReader, version: (() => number) | null): FindLink {
  let young = new Map<string, KnownLink>();
  let old = new Map<string, KnownLink>();
  let present = version?.() ?? 0;

  function lookUp(code: string): KnownLink | undefined {
    const entry = replica.find(code);
    if (!entry) return undefined;
    return {
      active: entry[0] === 1,
      ids: Buffer.from(entry.subarray(idsAt, urlAt)),
      url: entry.toString("latin1", urlAt, replica.size()),
    };
  }

  if (!version) return lookUp;
  return (code) => {
    const count = version();
    if (count !== present) {
      young.clear();
      old.clear();
      // What this turn has begun to read may be older than the change.
      replica.refresh();
      present = count;
    }
    const known = young.get(code);
    if (known) return known;
    const link = old.get(code) ?? lookUp(code);
    if (!link) return undefined;
    if (young.size >= mostLinks) {
      old = young;
      young = new Map();
    }
    young.set(code, link);
    return link;
  };
}
