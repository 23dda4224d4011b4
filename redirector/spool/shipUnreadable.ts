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

/** Summary of the bytes that were set aside for a chunk. */
export interface Readable {
  readonly chunkId: string;
  readonly bytes: number;
  readonly clicks: number;
  readonly misses: number;
  /** Bytes outside of whole frames, which are lost. */
  readonly lostBytes: number;
  /** Whole frames of a version unknown to this release; a later release may read them. */
  readonly unknownFrames: number;
}

/** Lists the unreadable bytes of a spool, oldest first. */
export function listUnreadable(spool: string): Readable[] {
  return unreadableFiles(spool).map((file) => read(file).found);
}

/**
 * Ships the readable part of the bytes set aside for the chunks whose ids begin with `chunkId`. Each batch's id is
 * derived from that of its chunk, so that a batch that is shipped again is not counted twice. Deletes a shipped file
 * unless it has frames that a later release may read.
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

/** Derives the id of the batch for a chunk's unreadable bytes; its last four bytes are zero, as in every batch id. */
function unreadableBatchId(chunkId: string): Uint8Array {
  const id = parse(chunkId);
  const digest = createHash("sha256").update(`the rest of ${chunkId}`).digest();
  // The chunk's time and the UUID's version remain unchanged.
  for (const at of [7, 9, 10, 11]) id[at] = digest[at] ?? 0;
  id.fill(0, 12);
  return id;
}
