import { crc32 } from "node:zlib";
import { uuidBytes, uuidText } from "../../uuid.ts";

/** `planned` means that a plan decides the destination (see `schema/links/options/plan.ts`). */
export const linkStates = ["inactive", "active", "planned"] as const;
export type LinkState = (typeof linkStates)[number];

/** Data of one link that a redirect needs. `ownerId` is included so that a click is complete when it is recorded. */
export interface LinkRecord {
  readonly linkId: string;
  readonly ownerId: string;
  /** Version of the link's event stream from which this state is derived. */
  readonly revision: number;
  readonly state: LinkState;
  /** Number of the link's domain; 0 is the default domain. */
  readonly domain: number;
  readonly url: string;
  /** The data that decides the redirect of a `planned` link; empty for an `active` one. */
  readonly plan: Uint8Array;
}

/** The first byte of a record. */
export const recordVersion = 2;

/**
 * Offsets of the parts of a record; numbers are little-endian. The checksum (CRC-32) covers everything after it. The
 * plan follows the URL. Replicas store records unchanged, so these are also the offsets in their entries.
 */
const checksumAt = 1;
const checkedFrom = 5;
export const stateAt = 5;
export const revisionAt = 6;
/** The link's id, then the owner's id, 16 bytes each. */
export const idsAt = 10;
export const domainAt = 42;
const urlLengthAt = 46;
const planLengthAt = 48;
export const urlAt = 52;

/** Values of the byte that stores a link's state. */
export const inactive = 0;
export const active = 1;
export const planned = 2;

/** Maximum size of a record. A record is the value of a key in `links.v2`, and an entry in every replica. */
export const maxRecordBytes = 0xffff;

/** Thrown if the bytes are not a record of a version that this release can read. */
export class UnreadableRecord extends Error {}

/** Encodes a record. Throws a RangeError if it is too large. */
export function encodeLinkRecord(record: LinkRecord): Buffer {
  const url = Buffer.from(headerSafe(record.url), "latin1");
  const size = urlAt + url.length + record.plan.length;
  if (size > maxRecordBytes)
    throw new RangeError(`the record of link ${record.linkId} has ${size} bytes, more than 65,535`);
  const out = Buffer.alloc(size);
  out[0] = recordVersion;
  out[stateAt] = linkStates.indexOf(record.state);
  out.writeUInt32LE(record.revision, revisionAt);
  out.set(uuidBytes(record.linkId), idsAt);
  out.set(uuidBytes(record.ownerId), idsAt + 16);
  out.writeUInt32LE(record.domain, domainAt);
  out.writeUInt16LE(url.length, urlLengthAt);
  out.writeUInt32LE(record.plan.length, planLengthAt);
  out.set(url, urlAt);
  out.set(record.plan, urlAt + url.length);
  out.writeUInt32LE(crc32(out.subarray(checkedFrom)), checksumAt);
  return out;
}

/** Decodes a record. Throws {@link UnreadableRecord}. */
export function decodeLinkRecord(value: Uint8Array): LinkRecord {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const state = linkStates[bytes[stateAt] ?? -1];
  if (!isReadable(bytes, 0, bytes.length) || state === undefined) throw new UnreadableRecord("not a record of a link");
  const end = urlEndOf(bytes, 0);
  return {
    linkId: uuidText(bytes.subarray(idsAt, idsAt + 16)),
    ownerId: uuidText(bytes.subarray(idsAt + 16, idsAt + 32)),
    revision: bytes.readUInt32LE(revisionAt),
    state,
    domain: bytes.readUInt32LE(domainAt),
    url: bytes.toString("latin1", urlAt, end),
    plan: Uint8Array.from(bytes.subarray(end)),
  };
}

/**
 * Returns whether there is a complete record of a known version between `start` and `end`. If the bytes are damaged, no
 * other part of them is reliable.
 */
export function isReadable(bytes: Buffer, start: number, end: number): boolean {
  if (end - start < urlAt || bytes[start] !== recordVersion) return false;
  if (crc32(bytes.subarray(start + checkedFrom, end)) !== bytes.readUInt32LE(start + checksumAt)) return false;
  const planLength = bytes.readUInt32LE(start + planLengthAt);
  if (urlEndOf(bytes, start) + planLength !== end) return false;
  const state = bytes[start + stateAt] ?? linkStates.length;
  // An active link has no plan; a record that contradicts this was written by a version with other rules.
  return state < linkStates.length && (state !== active || planLength === 0);
}

/** Returns the offset of the end of the URL in the record that begins at `start`. */
export function urlEndOf(bytes: Uint8Array, start: number): number {
  return start + urlAt + (bytes[start + urlLengthAt] ?? 0) + (bytes[start + urlLengthAt + 1] ?? 0) * 256;
}

/**
 * Percent-encodes everything except visible ASCII. URLs are normalised when a link is created; this protects the header
 * from a URL that was not.
 */
export function headerSafe(url: string): string {
  if (/^[\x21-\x7e]*$/.test(url)) return url;
  let safe = "";
  for (const byte of Buffer.from(url, "utf8")) {
    safe +=
      byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return safe;
}
