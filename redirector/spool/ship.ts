import { readdir, unlink } from "node:fs/promises";
import path from "node:path";
import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createBatchWriter } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { parse, stringify } from "uuid";
import { chunkOf } from "@hoplog/platform/spool/chunkNames.js";
import { hasHolders } from "../slots/holders.ts";
import { readFrames } from "./readFrames.ts";
import type { LeasedVisit } from "./record.ts";
import { addRecords } from "./readRecords.ts";
import type { SettledTallies } from "./tallyFile.ts";
import { setAside } from "./unreadable.ts";
import { keepUnknown, keepUsed } from "./usedVisits.ts";

export interface Shipped {
  readonly chunks: number;
  readonly clicks: number;
  /** Bytes at the ends of chunks that a killed process had not finished: they belong to no answered request. */
  readonly tornBytes: number;
  /** Bytes from the first damage of a chunk on, which were kept aside. */
  readonly unreadableBytes: number;
  /** Chunks that could not be read, or not be set aside: they stay where they are, and are tried again. */
  readonly stuck: number;
}

/** A batch that the log has taken. Times in milliseconds since the epoch. */
export interface ShippedBatch {
  readonly id: string;
  readonly clicks: number;
  readonly firstAt: number;
  readonly readAt: number;
  readonly shippedAt: number;
}

/** What chunks are shipped with. */
export interface ShipSettings {
  /** The folder of all slots, beside which unreadable bytes are kept. */
  readonly spool: string;
  readonly logger: Logger;
  readonly onShipped?: (batch: ShippedBatch) => void;
  /** A dead owner of a slot left counts of dropped requests. */
  readonly onTallies?: (tallies: SettledTallies) => void;
}

/** Chunks that go out with one append; the one with which they hold so many bytes is the last: a backlog must fit into memory. */
const appendLimits = { chunks: 16, bytes: 8 * 1024 * 1024 };

/**
 * Sends the closed chunks, oldest first, and removes each once the log has it. A chunk whose removal was prevented goes
 * out again, with the same id. Of a damaged one the whole frames go out, and the rest is kept aside. Rejects when the log
 * does not take them; then nothing is removed.
 */
export async function shipChunks(directory: string, log: EventLog, settings: ShipSettings): Promise<Shipped> {
  const files = (await readdir(directory)).filter((file) => chunkOf(file)?.closed).toSorted();
  let clicks = 0;
  let tornBytes = 0;
  let unreadableBytes = 0;
  let stuck = 0;
  const records: NewRecord[] = [];
  const taken: string[] = [];
  const used: LeasedVisit[] = [];
  const usedBy = new Set<string>();
  const batches: Omit<ShippedBatch, "shippedAt">[] = [];
  let takenBytes = 0;
  for (const file of files) {
    const readAt = Date.now();
    const chunk = readChunk(directory, file, settings, (bytes) => roomFor(records.length, bytes));
    if (chunk === null) {
      stuck++;
      continue;
    }
    taken.push(file);
    if (chunk.used.length > 0) usedBy.add(file);
    for (const visit of chunk.used) used.push(visit);
    takenBytes += chunk.whole;
    clicks += chunk.clicks;
    tornBytes += chunk.torn;
    unreadableBytes += chunk.unreadable;
    if (chunk.clicks > 0) {
      batches.push({ id: stringify(chunk.id), clicks: chunk.clicks, firstAt: chunk.firstAt, readAt });
    }
    if (chunk.value !== null) records.push({ key: null, value: chunk.value });
    if (taken.length === appendLimits.chunks || takenBytes > appendLimits.bytes) break;
  }
  if (records.length > 0) await log.append(clicksV1, records);
  const shippedAt = Date.now();
  for (const batch of batches) settings.onShipped?.({ ...batch, shippedAt });
  // First what goes without anything being written: the disk may be full.
  for (const file of taken) if (!usedBy.has(file)) await unlink(path.join(directory, file));
  // Whoever asks later what was used of a lease finds it here, or in the chunk.
  keepUsed(directory, used);
  for (const file of usedBy) await unlink(path.join(directory, file));
  return { chunks: taken.length, clicks, tornBytes, unreadableBytes, stuck };
}

/** Null for a chunk that must wait for a better disk, so that the others need not. */
function readChunk(folder: string, file: string, settings: ShipSettings, allocate: (bytes: number) => Buffer) {
  try {
    return batchOf(folder, file, settings, allocate);
  } catch (error) {
    settings.logger.error({ err: error, chunk: path.join(folder, file) }, "ALARM: a chunk of the spool can't be read");
    return null;
  }
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

/** Null value where the chunk holds nothing that can be read. */
function batchOf(folder: string, file: string, { spool, logger }: ShipSettings, allocate: (bytes: number) => Buffer) {
  writer.clear();
  const chunk = path.join(folder, file);
  const chunkId = chunkOf(file)?.id ?? "";
  let refused: unknown = null;
  const used: LeasedVisit[] = [];
  const { whole, torn, isDamaged } = readFrames(chunk, (source, start, end) => {
    try {
      for (const visit of addRecords(writer, source, start, end)) used.push(visit);
      return true;
    } catch (error) {
      refused = error;
      return false;
    }
  });
  const unreadable = isDamaged ? setAside(spool, chunkId, chunk, whole) : 0;
  if (isDamaged && hasHolders(folder)) keepUnknown(folder);
  if (isDamaged)
    logger.error(
      { err: refused, chunk, from: whole, bytes: unreadable },
      "ALARM: a chunk of the spool is damaged: what can't be read of it lies in the folder unreadable",
    );
  const [clicks, firstAt] = [writer.clicks(), writer.firstAt()];
  const id = parse(chunkId);
  const value = writer.isEmpty() ? null : writer.finish(id, allocate);
  return { id, value, clicks, firstAt, whole, torn, unreadable, used };
}
