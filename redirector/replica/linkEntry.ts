import { parse, stringify } from "uuid";
import type { LinkRecord } from "@hoplog/schema/topics/linkRecord.js";

/** What the replica holds of one code, with ids as bytes: so they go into the spool without being taken apart. */
export interface LinkEntry {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  readonly revision: number;
  readonly url: string;
  readonly active: boolean;
}

const urlAt = 37;

/** One byte of state, 4 of revision, 16 of each id, then the URL. */
export function encodeEntry(record: LinkRecord): Buffer {
  const url = Buffer.from(record.url, "utf8");
  const out = Buffer.allocUnsafe(urlAt + url.length);
  out[0] = record.active ? 1 : 0;
  out.writeUInt32LE(record.revision, 1);
  out.set(parse(record.linkId), 5);
  out.set(parse(record.ownerId), 21);
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
    active: data[0] === 1,
    revision: data.readUInt32LE(1),
    linkId: data.subarray(5, 21),
    ownerId: data.subarray(21, urlAt),
    url: data.toString("utf8", urlAt),
  };
}

export function entryOf(record: LinkRecord): LinkEntry {
  const { revision, url, active } = record;
  return { linkId: parse(record.linkId), ownerId: parse(record.ownerId), revision, url, active };
}

export function sameLink(bytes: Uint8Array, linkId: string): boolean {
  return stringify(bytes, 5) === linkId;
}
