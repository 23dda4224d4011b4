import { crc32 } from "node:zlib";
import { uuidText } from "../uuid.ts";

/**
 * Channel of the message that ingest publishes after ClickHouse has acknowledged misses. It names their owners and
 * domains, without counts.
 */
export const missesCountedChannel = "misses.counted";

/** The owners and domains whose misses have changed. */
export interface MissesCounted {
  /** Ids of the links' owners. */
  readonly ownerIds: readonly string[];
  /** Numbers of the domains of misses without a link; 0 is the default one, and is also used for unknown hosts. */
  readonly domains: readonly number[];
}

const version = "1";
const idSize = 16;
const checksumSize = 4;
const headSize = checksumSize + 4;

/**
 * Encodes a message: the version, then in base64 the CRC-32 of the rest, the number of owners, their ids of 16 bytes
 * each, and the numbers of the domains, u32 each.
 */
export function missesCountedMessage(ownerIds: readonly Uint8Array[], domains: readonly number[]): string {
  const bytes = Buffer.alloc(headSize + ownerIds.length * idSize + domains.length * 4);
  bytes.writeUInt32LE(ownerIds.length, checksumSize);
  let at = headSize;
  for (const id of ownerIds) {
    bytes.set(id, at);
    at += idSize;
  }
  for (const domain of domains) at = bytes.writeUInt32LE(domain, at);
  bytes.writeUInt32LE(crc32(bytes.subarray(checksumSize)), 0);
  return version + bytes.toString("base64");
}

/** Decodes a message. Throws a RangeError if it is invalid or damaged. */
export function readMissesCounted(message: string): MissesCounted {
  if (!message.startsWith(version)) throw new RangeError("unknown version");
  const text = message.slice(version.length);
  const bytes = Buffer.from(text, "base64");
  // Buffer.from ignores characters that are not base64.
  if (bytes.length !== Buffer.byteLength(text, "base64")) throw new RangeError("not base64");
  if (bytes.length < headSize) throw new RangeError("cut off");
  if (crc32(bytes.subarray(checksumSize)) !== bytes.readUInt32LE(0)) throw new RangeError("damaged");
  const domainsAt = headSize + bytes.readUInt32LE(checksumSize) * idSize;
  if (domainsAt > bytes.length || (bytes.length - domainsAt) % 4 !== 0) throw new RangeError("cut off");
  const ownerIds: string[] = [];
  for (let at = headSize; at < domainsAt; at += idSize) ownerIds.push(uuidText(bytes.subarray(at, at + idSize)));
  const domains: number[] = [];
  for (let at = domainsAt; at < bytes.length; at += 4) domains.push(bytes.readUInt32LE(at));
  return { ownerIds, domains };
}
