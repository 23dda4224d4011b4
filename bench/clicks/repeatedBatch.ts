import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { checkedFrom, checksumAt, idAt, idPrefixSize } from "@hoplog/schema/topics/clickBatch/layout.js";

/**
 * Returns a function that returns the same clicks with a new batch id at each call, because encoding new clicks would
 * use up the load generator's core.
 */
export function repeatedBatch(clicks: readonly RecordedClick[]): () => Buffer {
  const former = randomBytes(16);
  const made = Buffer.from(encodeClickBatch(former, clicks));
  // Click ids start with the batch id's prefix.
  const idsAt = made.indexOf(former.subarray(0, idPrefixSize), idAt + 16);
  const next = (): Buffer => {
    const batch = Buffer.from(made);
    const id = randomBytes(16);
    batch.set(id, idAt);
    if (idsAt > 0) batch.set(id.subarray(0, idPrefixSize), idsAt);
    batch.writeUInt32LE(crc32(batch.subarray(checkedFrom)), checksumAt);
    return batch;
  };
  // Batches that ingest can't read would not be counted, but finish fast.
  if (decodeClickBatch(next()).size !== clicks.length)
    throw new RangeError("a copy of the click batch has fewer clicks than the original");
  return next;
}
