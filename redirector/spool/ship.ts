import { readdir, unlink } from "node:fs/promises";
import path from "node:path";
import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import { createBatchWriter } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { parse, stringify } from "uuid";
import { chunkOf } from "./chunk.ts";
import { readFrames } from "./readFrames.ts";
import { addRecords } from "./record.ts";

export interface Shipped {
  readonly chunks: number;
  readonly clicks: number;
  /** Bytes at the ends of chunks that a killed process had not finished: they belong to no answered request. */
  readonly tornBytes: number;
}

/** A batch that the log has taken. Times in milliseconds since the epoch. */
export interface ShippedBatch {
  readonly id: string;
  readonly clicks: number;
  readonly firstAt: number;
  readonly readAt: number;
  readonly shippedAt: number;
}

/** Chunks that go out with one append; the one with which they hold so many bytes is the last: a backlog must fit into memory. */
const appendLimits = { chunks: 16, bytes: 8 * 1024 * 1024 };

/**
 * Sends the closed chunks, oldest first, and removes each once the log has it. A chunk whose removal was prevented goes
 * out again, with the same id. Rejects when the log does not take them; then nothing is removed.
 */
export async function shipChunks(
  directory: string,
  log: EventLog,
  onShipped: (batch: ShippedBatch) => void = () => {},
): Promise<Shipped> {
  const files = (await readdir(directory))
    .filter((file) => chunkOf(file)?.closed)
    .toSorted()
    .slice(0, appendLimits.chunks);
  let clicks = 0;
  let tornBytes = 0;
  const records: NewRecord[] = [];
  const taken: string[] = [];
  const batches: Omit<ShippedBatch, "shippedAt">[] = [];
  let takenBytes = 0;
  for (const file of files) {
    const readAt = Date.now();
    const chunk = batchOf(directory, file, (bytes) => roomFor(records.length, bytes));
    taken.push(file);
    takenBytes += chunk.size;
    clicks += chunk.clicks;
    tornBytes += chunk.torn;
    if (chunk.clicks > 0) {
      batches.push({ id: stringify(chunk.id), clicks: chunk.clicks, firstAt: chunk.firstAt, readAt });
    }
    if (chunk.value !== null) records.push({ key: null, value: chunk.value });
    if (takenBytes > appendLimits.bytes) break;
  }
  if (records.length > 0) await log.append(clicksV1, records);
  const shippedAt = Date.now();
  for (const batch of batches) onShipped({ ...batch, shippedAt });
  for (const file of taken) await unlink(path.join(directory, file));
  return { chunks: taken.length, clicks, tornBytes };
}

/** Kept for its memory; empty between two chunks. */
const writer = createBatchWriter();

/**
 * Where batches are made, one for each that goes out with the same append. As garbage they would make V8 collect several
 * times a second, on threads that visitors wait for.
 */
const rooms: Buffer[] = [];

function roomFor(index: number, bytes: number): Buffer {
  let room = rooms[index];
  if (!room || room.length < bytes) {
    // To the next power of two: chunks differ in length by little.
    room = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
    rooms[index] = room;
  }
  return room.subarray(0, bytes).fill(0);
}

/** Null value where the chunk holds nothing. */
function batchOf(folder: string, file: string, allocate: (bytes: number) => Buffer) {
  writer.clear();
  const { size, torn } = readFrames(path.join(folder, file), (source, start, end) =>
    addRecords(writer, source, start, end),
  );
  const [clicks, firstAt] = [writer.clicks(), writer.firstAt()];
  const id = parse(chunkOf(file)?.id ?? "");
  const value = clicks + writer.misses() > 0 ? writer.finish(id, allocate) : null;
  return { id, value, clicks, firstAt, size, torn };
}
