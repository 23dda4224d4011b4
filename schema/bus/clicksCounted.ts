import { z } from "zod";
import { uuidText } from "../uuid.ts";

/** Published by ingest after ClickHouse has acknowledged a batch: whose counts have changed, never by how much. */
export const clicksCountedChannel = "clicks.counted";

/** The links of one account; ids are 16 bytes each. */
export interface LinksOfOwner {
  readonly ownerId: Uint8Array;
  readonly linkIds: readonly Uint8Array[];
}

/** A message as it is read: of thousands of links only those are looked at whose account is asked for. */
export interface ClicksCounted {
  /** The clicks themselves are found in ClickHouse by this id. */
  readonly batchId: string;
  readonly ownerIds: readonly string[];
  /** None for an account that the message does not name. */
  linksOf(ownerId: string): ReadonlySet<string>;
}

const frame = z.object({ batchId: z.guid(), links: z.string() });

const idSize = 16;
const headSize = idSize + 4;

/**
 * The ids stand as base64 of bytes: an account's, the number of its links, theirs, and so on. As JSON of texts a batch's
 * message took four times as much, and reading it longer than counting the batch. Each account may be given once.
 */
export function clicksCountedMessage(batchId: string, owners: readonly LinksOfOwner[]): string {
  const size = owners.reduce((sum, { linkIds }) => sum + headSize + linkIds.length * idSize, 0);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { ownerId, linkIds } of owners) {
    bytes.set(ownerId, at);
    bytes.writeUInt32LE(linkIds.length, at + idSize);
    at += headSize;
    for (const linkId of linkIds) {
      bytes.set(linkId, at);
      at += idSize;
    }
  }
  return JSON.stringify({ batchId, links: bytes.toString("base64") });
}

/** Throws a SyntaxError, a ZodError or a RangeError for what is no such message. */
export function readClicksCounted(message: string): ClicksCounted {
  const { batchId, links } = frame.parse(JSON.parse(message));
  const bytes = Buffer.from(links, "base64");
  // Decoding passes over what is no base64.
  if (bytes.length !== Buffer.byteLength(links, "base64")) throw new RangeError("links: not base64");
  const byOwner = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const end = at + headSize <= bytes.length ? at + headSize + bytes.readUInt32LE(at + idSize) * idSize : Infinity;
    if (end > bytes.length) throw new RangeError("links: cut off");
    const ownerId = uuidText(bytes.subarray(at, at + idSize));
    if (byOwner.has(ownerId)) throw new RangeError("links: an account stands there twice");
    byOwner.set(ownerId, bytes.subarray(at + headSize, end));
    at = end;
  }
  const asked = new Map<string, ReadonlySet<string>>();
  return {
    batchId,
    ownerIds: [...byOwner.keys()],
    linksOf(ownerId) {
      const found = asked.get(ownerId) ?? idsIn(byOwner.get(ownerId));
      asked.set(ownerId, found);
      return found;
    },
  };
}

function idsIn(bytes: Buffer = Buffer.alloc(0)): Set<string> {
  const ids = new Set<string>();
  for (let at = 0; at < bytes.length; at += idSize) ids.add(uuidText(bytes.subarray(at, at + idSize)));
  return ids;
}
