import { crc32 } from "node:zlib";
import { uuidText } from "../uuid.ts";

/**
 * Channel of the message that ingest publishes after ClickHouse has acknowledged batches. It names the links whose
 * counts changed, without the counts.
 */
export const clicksCountedChannel = "clicks.counted";

/** The links of one account; ids are 16 bytes each. */
export interface LinksOfOwner {
  readonly ownerId: Uint8Array;
  readonly linkIds: readonly Uint8Array[];
}

/** A decoded message: the links of an account are parsed only on request, because there may be thousands. */
export interface ClicksCounted {
  /** IDs of the batches that were counted together, for finding their clicks in ClickHouse. */
  readonly batchIds: readonly string[];
  readonly ownerIds: readonly string[];
  /** Size of the message in bytes, approximately the same as in memory. */
  readonly size: number;
  /** Returns the account's links; empty if the message does not contain the account. */
  linksOf(ownerId: string): ReadonlySet<string>;
}

/** The first character of a message. */
const version = "3";

const idSize = 16;
const checksumSize = 4;
const countSize = 4;
const headSize = idSize + 4;

/**
 * Encodes a message: the version, then in base64 the CRC-32 of the rest, the number of batches and their ids of 16
 * bytes, and for each account its id, the number of its links and their ids. In JSON with text ids the message was four
 * times as large, and parsing it took longer than counting the batch. Each account may occur only once.
 */
export function clicksCountedMessage(batchIds: Uint8Array, owners: readonly LinksOfOwner[]): string {
  const idsFrom = checksumSize + countSize;
  const ownersFrom = idsFrom + batchIds.length;
  const size = owners.reduce((sum, { linkIds }) => sum + headSize + linkIds.length * idSize, ownersFrom);
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeUInt32LE(batchIds.length / idSize, checksumSize);
  bytes.set(batchIds, idsFrom);
  let at = ownersFrom;
  for (const { ownerId, linkIds } of owners) {
    bytes.set(ownerId, at);
    bytes.writeUInt32LE(linkIds.length, at + idSize);
    at += headSize;
    for (const linkId of linkIds) {
      bytes.set(linkId, at);
      at += idSize;
    }
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(checksumSize)), 0);
  return version + bytes.toString("base64");
}

/** Decodes a message. Throws a RangeError if it is invalid or damaged. */
export function readClicksCounted(message: string): ClicksCounted {
  const { batchIds, bytes, from } = readChecked(message);
  const byOwner = new Map<string, Buffer>();
  for (let at = from; at < bytes.length;) {
    const end = at + headSize <= bytes.length ? at + headSize + bytes.readUInt32LE(at + idSize) * idSize : Infinity;
    if (end > bytes.length) throw new RangeError("The clicks.counted message is cut off within an account");
    const ownerId = uuidText(bytes.subarray(at, at + idSize));
    if (byOwner.has(ownerId)) throw new RangeError("The clicks.counted message contains an account twice");
    byOwner.set(ownerId, bytes.subarray(at + headSize, end));
    at = end;
  }
  const read = new Map<string, ReadonlySet<string>>();
  return {
    batchIds,
    ownerIds: [...byOwner.keys()],
    size: message.length,
    linksOf(ownerId) {
      const bytesOfOwner = byOwner.get(ownerId);
      if (!bytesOfOwner) return noLinks;
      const links = read.get(ownerId) ?? idsIn(bytesOfOwner);
      read.set(ownerId, links);
      return links;
    },
  };
}

interface Contents {
  readonly batchIds: readonly string[];
  readonly bytes: Buffer;
  /** Offset in `bytes` at which the accounts begin. */
  readonly from: number;
}

function readChecked(message: string): Contents {
  if (!message.startsWith(version)) throw new RangeError("unknown version");
  const bytes = bytesOf(message.slice(version.length));
  const idsFrom = checksumSize + countSize;
  if (bytes.length < idsFrom) throw new RangeError("cut off");
  if (crc32(bytes.subarray(checksumSize)) !== bytes.readUInt32LE(0)) throw new RangeError("damaged");
  const from = idsFrom + bytes.readUInt32LE(checksumSize) * idSize;
  if (bytes.length < from) throw new RangeError("cut off");
  return { batchIds: [...idsIn(bytes.subarray(idsFrom, from))], bytes, from };
}

function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, "base64");
  // Buffer.from ignores characters that are not base64.
  if (bytes.length !== Buffer.byteLength(base64, "base64"))
    throw new RangeError("The clicks.counted message is not base64");
  return bytes;
}

const noLinks: ReadonlySet<string> = new Set();

function idsIn(bytes: Buffer): Set<string> {
  const ids = new Set<string>();
  for (let at = 0; at < bytes.length; at += idSize) ids.add(uuidText(bytes.subarray(at, at + idSize)));
  return ids;
}
