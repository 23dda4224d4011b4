import { createHash } from "node:crypto";
import { readFileSync, statSync, unlinkSync } from "node:fs";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { type UnreadableFile, unreadableFiles } from "@hoplog/platform/spool/unreadableFiles.js";
import { createBatchWriter } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import { sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { parse } from "uuid";
import { eachFrame, findFrame } from "./chunk.ts";
import { addRecords } from "./readRecords.ts";

/** What can be read of the bytes that were set aside of a chunk. */
export interface Readable {
  readonly chunkId: string;
  readonly bytes: number;
  readonly clicks: number;
  readonly misses: number;
  /** Bytes that are in no whole frame: they are lost. */
  readonly lostBytes: number;
  /** Whole frames of a version that this release does not know: a later one will. */
  readonly unknownFrames: number;
}

/** Looks at what was set aside in a spool, oldest first. */
export function listUnreadable(spool: string): Readable[] {
  return unreadableFiles(spool).map((file) => read(file).found);
}

/**
 * Sends what can be read of what was set aside, of the chunks whose ids begin with `chunkId`, each under an id that follows
 * from its chunk's: what is sent again counts once. A file goes when nothing that may ever be read is left in it.
 */
export async function shipUnreadable(spool: string, chunkId: string, log: EventLog): Promise<Readable[]> {
  const shipped: Readable[] = [];
  for (const file of unreadableFiles(spool).filter((one) => one.chunkId.startsWith(chunkId))) {
    const { found, value } = read(file);
    if (value !== null) await log.append(clicksV1, [{ key: null, value }]);
    if (value !== null && found.unknownFrames === 0) unlinkSync(file.file);
    shipped.push(found);
  }
  return shipped;
}

function read({ file, chunkId }: UnreadableFile): { readonly found: Readable; readonly value: Buffer | null } {
  const bytes = readFileSync(file);
  const writer = createBatchWriter();
  let lostBytes = 0;
  let unknownFrames = 0;
  for (let at = 0; at < bytes.length;) {
    const start = findFrame(bytes, at);
    const end = start < 0 ? bytes.length : start;
    lostBytes += end - at;
    if (start < 0) break;
    const rest = bytes.subarray(start);
    const source = sourceOf(rest);
    const { left } = eachFrame(rest, (from, to) => {
      try {
        addRecords(writer, source, from, to);
      } catch {
        unknownFrames++;
      }
      return true;
    });
    at = bytes.length - left;
  }
  const [clicks, misses] = [writer.clicks(), writer.misses()];
  const value = writer.isEmpty() ? null : writer.finish(unreadableBatchId(chunkId));
  return { found: { chunkId, bytes: statSync(file).size, clicks, misses, lostBytes, unknownFrames }, value };
}

/** The id of the batch of what was set aside of a chunk; the last four bytes are zero as those of every batch. */
function unreadableBatchId(chunkId: string): Uint8Array {
  const id = parse(chunkId);
  const digest = createHash("sha256").update(`the rest of ${chunkId}`).digest();
  // The time of the chunk stays, and what says the version of a UUID.
  for (const at of [7, 9, 10, 11]) id[at] = digest[at] ?? 0;
  id.fill(0, 12);
  return id;
}
