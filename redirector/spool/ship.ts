import { open, readdir, unlink } from "node:fs/promises";
import path from "node:path";
import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import { createBatchWriter } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import { sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { parse, stringify } from "uuid";
import { chunkOf, eachFrame } from "./chunk.ts";
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

/** Chunks that go out with one append, and what they may hold together, in bytes: a backlog must fit into memory. */
const atOnce = { chunks: 16, bytes: 8 * 1024 * 1024 };

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
    .slice(0, atOnce.chunks);
  let clicks = 0;
  let tornBytes = 0;
  const records: NewRecord[] = [];
  const taken: string[] = [];
  const batches: Omit<ShippedBatch, "shippedAt">[] = [];
  let takenBytes = 0;
  for (const file of files) {
    const readAt = Date.now();
    const bytes = await readChunk(path.join(directory, file));
    takenBytes += bytes.length;
    if (taken.length > 0 && takenBytes > atOnce.bytes) break;
    taken.push(file);
    const chunk = batchOf(file, bytes);
    clicks += chunk.clicks;
    tornBytes += chunk.torn;
    if (chunk.value === null) continue;
    if (chunk.clicks > 0) {
      batches.push({ id: stringify(chunk.id), clicks: chunk.clicks, firstAt: chunk.firstAt, readAt });
    }
    records.push({ key: null, value: chunk.value });
  }
  if (records.length > 0) await log.append(clicksV1, records);
  const shippedAt = Date.now();
  for (const batch of batches) onShipped({ ...batch, shippedAt });
  for (const file of taken) await unlink(path.join(directory, file));
  return { chunks: taken.length, clicks, tornBytes };
}

/** Kept from one chunk to the next: as garbage, megabytes several times a second would be collected at visitors' cost. */
let room = Buffer.alloc(0);

/** The bytes are good until the next call. */
async function readChunk(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > room.length) room = Buffer.allocUnsafeSlow(size);
    let end = 0;
    for (let read = -1; end < size && read !== 0; end += read) {
      ({ bytesRead: read } = await handle.read(room, end, size - end, end));
    }
    return room.subarray(0, end);
  } finally {
    await handle.close();
  }
}

/** Kept for its memory; empty between two chunks. */
const writer = createBatchWriter();

/** So many clicks are a third of a millisecond's work. */
const clicksAtOnce = 700;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

/**
 * Lets go of the core for a millisecond: a thread of low priority keeps it for several once it has it, even while visitors
 * wait for the same one.
 */
function letOthersRun(): void {
  Atomics.wait(sleeping, 0, 0, 1);
}

/** Null value where the chunk holds nothing. */
function batchOf(file: string, bytes: Buffer) {
  const source = sourceOf(bytes);
  writer.clear();
  let pauseAt = clicksAtOnce;
  const torn = eachFrame(bytes, (start, end) => {
    addRecords(writer, source, start, end);
    if (writer.clicks() < pauseAt) return;
    pauseAt += clicksAtOnce;
    letOthersRun();
  });
  const [clicks, firstAt] = [writer.clicks(), writer.firstAt()];
  const id = parse(chunkOf(file)?.id ?? "");
  const value = clicks + writer.misses() > 0 ? writer.finish(id) : null;
  return { id, value, clicks, firstAt, torn };
}
