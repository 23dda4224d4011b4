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
 * A decoded replica entry; ids remain bytes, so that they are copied into the spool without conversion. An entry is a
 * record of `links.v2`, byte for byte.
 */
export interface LinkEntry {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  readonly revision: number;
  readonly domain: number;
  /** Destination in visible ASCII, so that it is valid in a header. */
  readonly url: string;
  readonly state: LinkState;
  /** The bytes of the entry; the plan is at its end. */
  readonly record: Buffer;
}

/** A link whose entry can't be read or looked up: visitors get 503 with Retry-After. */
export const unreadable = "unreadable";

/** A decoded entry, or {@link unreadable}. */
export type FoundEntry = LinkEntry | typeof unreadable;

/** Placeholder for an unreadable entry, with a state that no link has. */
export const unreadableEntry = Buffer.alloc(layout.stateAt + 1, 0xff);

/**
 * Decodes a copy of an entry: LMDB's buffer is valid only until the next read and is larger than its length, so the
 * buffer is cut to the entry before it is copied.
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

/** Returns whether a replica stores the records of a key: links, and the keys that {@link isOther} accepts. */
export function isKept(key: string): boolean {
  return parseLinkKey(key) !== null || isOther(key);
}

/** Returns whether a key belongs to a host, a certificate or a challenge. */
export function isOther(key: string): boolean {
  return isHostsKey(key) || isCertificatesKey(key);
}

/**
 * Returns the entry for a record's value: the same bytes, even if they can't be decoded; the placeholder for an empty
 * or too long value.
 */
export function entryOfValue(value: Uint8Array): Buffer {
  if (value.length === 0 || value.length > maxRecordBytes) return unreadableEntry;
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/**
 * Returns whether a later entry replaces the present one: always, unless both are readable, belong to the same link and
 * the later one has an older revision, which happens when another process becomes the relay.
 */
export function isReplacedBy(present: Buffer, next: Buffer): boolean {
  const { idsAt, revisionAt } = layout;
  for (let i = idsAt; i < idsAt + 16; i++) if (present[i] !== next[i]) return true;
  if (!isReadable(present, 0, present.length) || !isReadable(next, 0, next.length)) return true;
  return present.readUInt32LE(revisionAt) <= next.readUInt32LE(revisionAt);
}
