import { isCertificatesKey } from "@hoplog/schema/topics/links/certificates.js";
import { isHostsKey } from "@hoplog/schema/topics/links/hosts.js";
import { parseLinkKey } from "@hoplog/schema/topics/links/key.js";
import {
  isReadable,
  type LinkState,
  linkStates,
  maxRecordBytes,
  urlEndOf,
} from "@hoplog/schema/topics/links/record.js";
import * as layout from "@hoplog/schema/topics/links/record.js";

/**
 * What the replica holds of one code, with ids as bytes: so they go into the spool without being taken apart. An entry is
 * a record of `links.v2`, byte for byte.
 */
export interface LinkEntry {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  readonly revision: number;
  readonly domain: number;
  /** Visible ASCII: fit for a header. */
  readonly url: string;
  readonly state: LinkState;
  /** The entry itself; its plan stands at its end. */
  readonly record: Buffer;
}

/** A link is there, but nobody here can say where it leads: its visitors get 503 with Retry-After. */
export const unreadable = "unreadable";

/** What an entry says. */
export type FoundEntry = LinkEntry | typeof unreadable;

/** Stands for an entry that can't be read, with a state that no link has. */
export const unreadableEntry = Buffer.alloc(layout.stateAt + 1, 0xff);

/**
 * Copies what it needs: LMDB's buffer is only good until the next read, and larger than its length says, so that it
 * has to be cut before it is copied.
 */
export function decodeEntry(bytes: Uint8Array): FoundEntry {
  const data = Buffer.from(bytes.subarray(0, bytes.length));
  if (!isReadable(data, 0, data.length)) return unreadable;
  const state = linkStates[data[layout.stateAt] ?? linkStates.length];
  if (state === undefined) return unreadable;
  const { idsAt } = layout;
  return {
    state,
    record: data,
    revision: data.readUInt32LE(layout.revisionAt),
    linkId: data.subarray(idsAt, idsAt + 16),
    ownerId: data.subarray(idsAt + 16, idsAt + 32),
    domain: data.readUInt32LE(layout.domainAt),
    url: data.toString("latin1", layout.urlAt, urlEndOf(data, 0)),
  };
}

/** Whether a replica stores what `links.v2` says under a key: links, and what {@link isOther} finds. */
export function isKept(key: string): boolean {
  return parseLinkKey(key) !== null || isOther(key);
}

/** Whether a key is not a link's: a host's, a certificate's or a challenge's. */
export function isOther(key: string): boolean {
  return isHostsKey(key) || isCertificatesKey(key);
}

/** The entry that the value of a record becomes: the same bytes, also where they can't be read. */
export function entryOfValue(value: Uint8Array): Buffer {
  if (value.length === 0 || value.length > maxRecordBytes) return unreadableEntry;
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/**
 * Whether an entry gives way to one that comes after it: always, unless both can be read and are of one link, and the
 * later has the older revision, which happens when the relay changes hands.
 */
export function isReplacedBy(present: Buffer, next: Buffer): boolean {
  const { idsAt, revisionAt } = layout;
  for (let i = idsAt; i < idsAt + 16; i++) if (present[i] !== next[i]) return true;
  if (!isReadable(present, 0, present.length) || !isReadable(next, 0, next.length)) return true;
  return present.readUInt32LE(revisionAt) <= next.readUInt32LE(revisionAt);
}
