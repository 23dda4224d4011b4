import { parse } from "uuid";
import type { LinkRecord } from "@hoplog/schema/topics/linkRecord.js";

/** What the replica holds of one code, with ids as bytes: so they go into the spool without being taken apart. */
export interface LinkEntry {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  readonly revision: number;
  /** Visible ASCII: fit for a header. */
  readonly url: string;
  readonly active: boolean;
}

/** Where the parts of an entry begin: one byte of state, 4 of revision, 16 of each id, then the URL. */
const revisionAt = 1;
export const idsAt = 5;
export const urlAt = 37;
/** The state of a link that is switched on; of another it is 0. */
export const isActive = 1;

export function encodeEntry(record: LinkRecord): Buffer {
  const url = Buffer.from(headerSafe(record.url), "latin1");
  const out = Buffer.allocUnsafe(urlAt + url.length);
  out[0] = record.active ? isActive : 0;
  out.writeUInt32LE(record.revision, revisionAt);
  out.set(parse(record.linkId), idsAt);
  out.set(parse(record.ownerId), idsAt + 16);
  out.set(url, urlAt);
  return out;
}

/**
 * Copies what it needs: LMDB's buffer is only good until the next read, and larger than its length says, so that it
 * has to be cut before it is copied.
 */
export function decodeEntry(bytes: Uint8Array): LinkEntry {
  const data = Buffer.from(bytes.subarray(0, bytes.length));
  return {
    active: data[0] === isActive,
    revision: data.readUInt32LE(revisionAt),
    linkId: data.subarray(idsAt, idsAt + 16),
    ownerId: data.subarray(idsAt + 16, urlAt),
    url: data.toString("latin1", urlAt),
  };
}

/**
 * Whether an entry gives way to one that comes after it: always, unless both are of one link and the later has the older
 * revision, which happens when the relay changes hands.
 */
export function isReplacedBy(present: Uint8Array, next: Uint8Array): boolean {
  for (let i = idsAt; i < idsAt + 16; i++) if (present[i] !== next[i]) return true;
  return revisionOf(present) <= revisionOf(next);
}

function revisionOf(entry: Uint8Array): number {
  let revision = 0;
  for (let i = 3; i >= 0; i--) revision = revision * 256 + (entry[revisionAt + i] ?? 0);
  return revision;
}

/** Addresses are normalised when a link is made; should one not be, nothing but visible ASCII goes into a header. */
function headerSafe(url: string): string {
  if (/^[\x21-\x7e]*$/.test(url)) return url;
  let safe = "";
  for (const byte of Buffer.from(url, "utf8")) {
    safe +=
      byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return safe;
}
