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
import { recordUnreadableChunk, recordUsedVisits } from "./usedVisits.ts";

export interface Shipped {
  readonly chunks: number;
  readonly clicks: number;
  /**
   * Bytes of incomplete frames at the ends of chunks, left by a killed process; none of their requests was answered.
   */
  readonly tornBytes: number;
  /** Bytes set aside as unreadable, from the first damage of a chunk on. */
  readonly unreadableBytes: number;
  /** Chunks that could not be read or set aside; they stay in place and are retried. */
  readonly stuck: number;
}

/** A batch that was appended to the log. Times in milliseconds since the epoch. */
export interface ShippedBatch {
  readonly id: string;
  readonly clicks: number;
  readonly firstAt: number;
  readonly readAt: number;
  readonly shippedAt: number;
}

export interface ShipSettings {
  /** The spool folder, which contains the slots and the unreadable bytes. */
  readonly spool: string;
  readonly logger: Logger;
  readonly onShipped?: (batch: ShippedBatch) => void;
  /** Called when a dead owner's slot is adopted, with its counts of dropped requests. */
  readonly onTallies?: (tallies: SettledTallies) => void;
}

/** Limits of one append, because a backlog must fit into memory. The chunk that exceeds `bytes` is the last one. */
const appendLimits = { chunks: 16, bytes: 8 * 1024 * 1024 };

/**
 * Ships closed chunks, oldest first, within {@link appendLimits}, and deletes each once the log has stored it. A chunk
 * that could not be deleted is shipped again with the same id. The whole frames of a damaged chunk are shipped and the
 * rest is set aside. Rejects without deleting anything if the append fails.
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
  // Chunks that need no write are deleted first, because the disk may be full.
  for (const file of taken) if (!usedBy.has(file)) await unlink(path.join(directory, file));
  // Used visits must always be found either in the file of used visits or in the chunk.
  recordUsedVisits(directory, used);
  for (const file of usedBy) await unlink(path.join(directory, file));
  return { chunks: taken.length, clicks, tornBytes, unreadableBytes, stuck };
}

/** Reads a chunk; returns null if that fails, so that the other chunks are still shipped. */
function readChunk(folder: string, file: string, settings: ShipSettings, allocate: (bytes: number) => Buffer) {
  try {
    return batchOf(folder, file, settings, allocate);
  } catch (error) {
    settings.logger.error({ err: error, chunk: path.join(folder, file) }, "ALARM: cannot read a chunk of the spool");
    return null;
  }
}

/** The batch writer is reused to avoid allocations; it is empty between two chunks. */
const writer = createBatchWriter();

/**
 * Reused buffers, one per batch of an append. New ones would make V8 collect garbage several times a second and delay
 * threads that serve requests.
 */
const rooms: Buffer[] = [];

function roomFor(index: number, bytes: number): Buffer {
  let room = rooms[index];
  if (!room || room.length < bytes) {
    // Rounded up to a power of two, because the lengths of chunks differ little.
    room = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
    rooms[index] = room;
  }
  return room.subarray(0, bytes).fill(0);
}

/** Converts a chunk to a batch; `value` is null if the chunk has no readable frame. */
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
  if (isDamaged && hasHolders(folder)) recordUnreadableChunk(folder);
  if (isDamaged)
    logger.error(
      { err: refused, chunk, from: whole, bytes: unreadable },
      "ALARM: a chunk of the spool is damaged: its unreadable bytes are in the folder unreadable",
    );
  const [clicks, firstAt] = [writer.clicks(), writer.firstAt()];
  const id = parse(chunkId);
  const value = writer.isEmpty() ? null : writer.finish(id, allocate);
  return { id, value, clicks, firstAt, whole, torn, unreadable, used };
}
