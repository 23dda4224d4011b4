import type { RecordedClick, RecordedMiss } from "@hoplog/schema/topics/clickBatch/click.js";
import { frameHeader, maxFrameBytes, sealFrame } from "./chunk.ts";
import { chunkIds, type ChunkWriterSettings, createChunkWriter, type Numbering, type Written } from "./chunkWriter.ts";
import { frameStart, maxRecordBytes, writeClick, writeFrameStart, writeMiss } from "./record.ts";
import { createReserve } from "./reserve.ts";
import { createTally } from "./tally.ts";
import { logUnsettled, type SettledTallies, settleTallies } from "./tallyFile.ts";
import { createWaitingFrames } from "./waitingFrames.ts";

export type { Written } from "./chunkWriter.ts";

export interface SpoolSettings extends Omit<ChunkWriterSettings, "reserve" | "newId"> {
  /** Bytes reserved on the disk in advance, for clicks that arrive while it is full. */
  readonly reserveBytes: number;
  /**
   * Maximum bytes of clicks in memory while the disk is full and the reserve is used up; further clicks are dropped.
   * Clicks in memory and dropped clicks are counted on the disk, so that clicks lost when the process ends are still
   * counted.
   */
  readonly memoryBytes: number;
  readonly random: (size: number) => Uint8Array;
  /** Called when {@link SpoolState.tally} has a new file. */
  readonly onTallyOpened?: () => void;
  /** Called with counts of ended processes that could not be moved to a chunk when the slot was taken. */
  readonly onSettled?: (tallies: SettledTallies) => void;
}

export interface SpoolState {
  /** False while the disk is full. */
  readonly writable: boolean;
  readonly memoryBytes: number;
  /** Number of records that were lost because neither disk nor memory had space. */
  readonly dropped: number;
  /** Remaining bytes of the reserve. */
  readonly reserveBytes: number;
  /** Counted requests that are in no chunk yet: requests in memory and dropped ones. Null if there are none. */
  readonly tally: {
    /** Id of the file with the counts; null while there is none. */
    readonly id: string | null;
    readonly requests: number;
    /** Number of dropped requests among the counted ones, which are included in {@link SpoolState.dropped}. */
    readonly dropped: number;
  } | null;
}

export interface Spool {
  /**
   * Records a click; calls `done` when it is in the file or, while the disk is full, in memory or dropped, so that the
   * visitor may be answered.
   */
  recordClick(click: RecordedClick, done: () => void): void;
  recordMiss(miss: RecordedMiss): void;
  /**
   * Starts a record that the caller writes: returns the offset in `frame` of space for {@link maxRecordBytes} bytes.
   * Call {@link endRecord}, or {@link endMiss} for a miss, with its end, then {@link flush} in the same turn before
   * answering.
   */
  beginRecord(): number;
  endRecord(end: number): void;
  endMiss(end: number): void;
  /**
   * Returns the id of the next click, wherever its frame is written. The click must be recorded in the same turn: by
   * {@link recordImmediately} if this function is called from its callback, otherwise by a later {@link beginRecord}.
   */
  nextClickId(): Uint8Array;
  readonly frame: Buffer;
  /**
   * Immediately writes a frame with one or several records, one of which is a click. `write` gets the buffer and start
   * offset and returns the end. A refused frame is not stored in memory.
   */
  recordImmediately(write: (frame: Buffer, offset: number) => number): Written;
  /** Writes pending records now instead of at the end of the turn. Never throws. */
  flush(): void;
  state(): SpoolState;
  /** Writes pending records and closes the chunk. Logs records that can't be written and counts them as dropped. */
  close(): void;
}

const payloadStart = frameHeader + frameStart;
const retryIntervalMs = 250;
/** Frames in memory are written in rounds of `roundMs`, with pauses in which requests are answered. */
const [roundMs, pauseMs] = [50, 10];
/**
 * Delay before the reserve is first filled, because other work has priority at the start, and interval of checks for
 * missing pieces.
 */
const [firstRefillMs, refillIntervalMs] = [500, 5000];

/** Creates a spool that records the requests of one event loop turn with one write before they are answered. */
export function createSpool(settings: SpoolSettings): Spool {
  const { logger, folder } = settings;
  const frame = Buffer.allocUnsafe(maxFrameBytes);
  let used = payloadStart;
  let pendingRecords = 0;
  let pendingClicks = 0;
  let waiting: (() => void)[] = [];
  let flushing: NodeJS.Immediate | null = null;
  /**
   * Numbering that assigns a click its id before its frame is written; stored because the chunk may be closed before
   * the frame is written.
   */
  let promised: Numbering | null = null;

  const newId = chunkIds(settings.now, settings.random);
  const reserve = createReserve({ bytes: settings.reserveBytes, folder, newId, logger });
  const chunks = createChunkWriter({ ...settings, reserve, newId });
  /** Counts the records in memory and dropped records. */
  const tally = createTally({
    folder,
    reserve,
    survivesPowerLoss: settings.fsync === "always",
    onOpened: () => settings.onTallyOpened?.(),
    newId,
    logger,
  });
  const complain = logUnsettled(logger);
  const inMemory = createWaitingFrames({ write: chunks.write, tally, maxBytes: settings.memoryBytes });
  /** Number of dropped records whose counts are in a chunk. */
  let droppedInChunks = 0;
  /** Whether an ended process may have left counts in the slot. */
  let mayHaveLeftovers = true;
  let retry: NodeJS.Timeout | null = null;
  const refilling = setInterval(tidy, refillIntervalMs).unref();
  const firstRefill = setTimeout(() => reserve.refill(), firstRefillMs).unref();

  function beginRecord(): number {
    if (used + maxRecordBytes > maxFrameBytes) flush();
    return used;
  }

  function nextClickId(): Uint8Array {
    beginRecord();
    promised ??= chunks.numbering();
    const id = Buffer.alloc(16);
    id.set(promised.prefix);
    id.writeUInt32BE(promised.next + pendingClicks, 12);
    return id;
  }

  function endMiss(end: number): void {
    used = end;
    pendingRecords++;
  }

  function endRecord(end: number): void {
    endMiss(end);
    pendingClicks++;
  }

  function flushSoon(): void {
    flushing ??= setImmediate(flush);
  }

  function flush(): void {
    if (flushing) clearImmediate(flushing);
    flushing = null;
    if (pendingRecords === 0) return;
    // Click ids must be assigned before the answers, wherever the frame is written.
    const ids = promised ?? chunks.numbering();
    promised = null;
    writeFrameStart(frame, frameHeader, ids.prefix, ids.next);
    ids.next += pendingClicks;
    const sealed = frame.subarray(0, used);
    sealFrame(sealed);
    const records = pendingRecords;
    const answered = waiting;
    used = payloadStart;
    pendingRecords = 0;
    pendingClicks = 0;
    waiting = [];
    if (!inMemory.isEmpty() || chunks.write(sealed, records) !== "stored") keep(Buffer.from(sealed), records);
    if (chunks.needsRecovery()) retry ??= setTimeout(recover, retryIntervalMs);
    for (const done of answered) done();
  }

  function keep(sealed: Buffer, records: number): void {
    inMemory.add(sealed, records);
    retry ??= setTimeout(recover, retryIntervalMs);
  }

  function recover(): void {
    const wasWritable = isWritable();
    chunks.recover();
    const isPaused = inMemory.write(roundMs);
    if (isWritable()) writeTally();
    const isOver = isWritable() && tally.isEmpty();
    if (isOver && !wasWritable) {
      logger.info("the spool is writable again");
      reserve.refill();
    }
    const isDone = isOver && !chunks.needsRecovery();
    retry = isDone ? null : setTimeout(recover, isPaused ? pauseMs : retryIntervalMs);
  }

  function isWritable(): boolean {
    return chunks.isWritable() && inMemory.isEmpty();
  }

  /** Repeats work that failed before, for example because the disk was full at the start. */
  function tidy(): void {
    if (!isWritable() || !tally.isEmpty()) return;
    reserve.refill();
    if (!mayHaveLeftovers) return;
    try {
      const { tallies, unsettled } = settleTallies(folder());
      mayHaveLeftovers = unsettled.length > 0;
      complain(unsettled);
      if (tallies.length === 0) return;
      settings.onSettled?.(tallies);
      settings.onClosed();
    } catch {
      // There is no folder yet; callers that need one log the error.
    }
  }

  function writeTally(): void {
    if (tally.isEmpty()) return;
    try {
      tally.moveToChunk();
      droppedInChunks = inMemory.dropped();
      settings.onClosed();
    } catch (error) {
      logger.warn({ err: error }, "cannot store the number of dropped clicks");
    }
  }

  function recordImmediately(write: (out: Buffer, offset: number) => number): Written {
    flush();
    // While other frames wait in memory, this frame would have to wait there too.
    if (!inMemory.isEmpty()) return "refused";
    chunks.numbering();
    const sealed = frame.subarray(0, write(frame, payloadStart));
    promised = null;
    const ids = chunks.numbering();
    writeFrameStart(frame, frameHeader, ids.prefix, ids.next);
    sealFrame(sealed);
    const written = chunks.write(sealed, 1);
    if (chunks.needsRecovery()) retry ??= setTimeout(recover, retryIntervalMs);
    if (written !== "refused") ids.next++;
    return written;
  }

  function close(): void {
    flush();
    chunks.recover();
    inMemory.write(Infinity);
    const unwritten = inMemory.drop();
    if (unwritten > 0)
      logger.error({ unwritten }, "could not store clicks from memory before the end: they count as dropped");
    writeTally();
    if (!tally.isEmpty())
      logger.error(
        { dropped: inMemory.dropped() },
        "the number of dropped clicks is stored in the spool's reserve for the next start",
      );
    chunks.close();
    clearInterval(refilling);
    clearTimeout(firstRefill);
    if (retry) clearTimeout(retry);
  }

  function state(): SpoolState {
    const dropped = inMemory.dropped();
    return {
      writable: isWritable(),
      memoryBytes: inMemory.bytes(),
      dropped,
      reserveBytes: reserve.bytes(),
      tally: tally.isEmpty()
        ? null
        : { id: tally.id(), requests: tally.requests(), dropped: dropped - droppedInChunks },
    };
  }

  return {
    frame,
    beginRecord,
    endRecord,
    endMiss,
    nextClickId,
    flush,
    recordImmediately,
    recordClick(click, done) {
      waiting.push(done);
      endRecord(writeClick(frame, beginRecord(), click));
      flushSoon();
    },
    recordMiss(miss) {
      endMiss(writeMiss(frame, beginRecord(), miss));
      flushSoon();
    },
    state,
    close,
  };
}
