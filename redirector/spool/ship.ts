import { readdir, readFile, unlink } from "node:fs/promises";
import path from "node:path";
import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import type { RecordedClick, RecordedMiss } from "@hoplog/schema/topics/clickBatch/click.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { parse, stringify } from "uuid";
import { chunkOf, readFrames } from "./chunk.ts";
import { readRecords } from "./record.ts";

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
    const bytes = await readFile(path.join(directory, file));
    takenBytes += bytes.length;
    if (taken.length > 0 && takenBytes > atOnce.bytes) break;
    taken.push(file);
    const chunk = batchOf(file, bytes);
    clicks += chunk.clicks.length;
    tornBytes += chunk.torn;
    if (chunk.clicks.length + chunk.misses.length === 0) continue;
    const [first] = chunk.clicks;
    if (first) batches.push({ id: stringify(chunk.id), clicks: chunk.clicks.length, firstAt: first.at, readAt });
    records.push({ key: null, value: encodeClickBatch(chunk.id, chunk.clicks, chunk.misses) });
  }
  if (records.length > 0) await log.append(clicksV1, records);
  const shippedAt = Date.now();
  for (const batch of batches) onShipped({ ...batch, shippedAt });
  for (const file of taken) await unlink(path.join(directory, file));
  return { chunks: taken.length, clicks, tornBytes };
}

function batchOf(file: string, bytes: Buffer) {
  const { frames, torn } = readFrames(bytes);
  const clicks: RecordedClick[] = [];
  const misses: RecordedMiss[] = [];
  for (const record of frames.flatMap(readRecords)) {
    if (record.kind === "click") clicks.push(record.click);
    else misses.push(record.miss);
  }
  return { id: parse(chunkOf(file)?.id ?? ""), clicks, misses, torn };
}
