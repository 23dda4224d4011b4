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
  /** Room on the disk that is taken beforehand, for clicks that come while it is full. */
  readonly reserveBytes: number;
  /**
   * While the disk takes nothing and the reserve is used up, this many bytes are kept in memory; what comes beyond is dropped
   * and counted. Both are counted on the disk, so that the end of the process takes no click without a trace.
   */
  readonly memoryBytes: number;
  readonly random: (size: number) => Uint8Array;
  /** {@link SpoolState.tally} has another file. */
  readonly onTallyOpened?: () => void;
  /** Counts that ended processes have left in the slot, and that could not be read when it was taken. */
  readonly onSettled?: (tallies: SettledTallies) => void;
}

export interface SpoolState {
  /** False while the disk takes nothing. */
  readonly writable: boolean;
  readonly memoryBytes: number;
  /** Records that were lost because neither disk nor memory had room. */
  readonly dropped: number;
  /** What is left of the reserve. */
  readonly reserveBytes: number;
  /** Requests that are counted and in no chunk yet: those in memory, and dropped ones. Null if there are none. */
  readonly tally: {
    /** Of the file for the counts; null while there is none. */
    readonly id: string | null;
    readonly requests: number;
    /** Those of {@link SpoolState.dropped} among them. */
    readonly dropped: number;
  } | null;
}

export interface Spool {
  /** `done` is called when the click is in the file (or, while the disk is full, in memory): then it may be answered. */
  recordClick(click: RecordedClick, done: () => void): void;
  recordMiss(miss: RecordedMiss): void;
  /**
   * For a record that is written by the caller: room for {@link maxRecordBytes} bytes in `frame`, from the offset given.
   * {@link endRecord}, or {@link endMiss} for a miss, then says where it ends. It must be followed by {@link flush} in the
   * same turn, before the answer.
   */
  beginRecord(): number;
  endRecord(end: number): void;
  endMiss(end: number): void;
  /**
   * The id that the next click gets, wherever its frame goes. The click must be recorded in the same turn: within
   * {@link recordAlone} where it is written there, else before {@link beginRecord} is called for it.
   */
  nextClickId(): Uint8Array;
  readonly frame: Buffer;
  /**
   * Writes a record, or several, in a frame of their own and at once: `write` gets the buffer and where to begin, and gives
   * where they end; there is one click among them. What the disk refuses is not kept in memory.
   */
  recordAlone(write: (frame: Buffer, offset: number) => number): Written;
  /** Writes what is pending now instead of at the end of the turn. Never throws. */
  flush(): void;
  state(): SpoolState;
  /** Writes what is pending and closes the chunk. What it can't write it logs, and counts as dropped. */
  close(): void;
}

const payloadStart = frameHeader + frameStart;
const retryIntervalMs = 250;
/** Frames in memory are written in rounds with pauses, in which visitors are answered. */
const [roundMs, pauseMs] = [50, 10];
/** After the start other things come first; later it is looked now and then whether a piece of the reserve is missing. */
const [firstRefillMs, refillIntervalMs] = [500, 5000];

/** Records everything that one turn of the event loop brings with one write, before any of it is answered. */
export function createSpool(settings: SpoolSettings): Spool {
  const { logger, folder } = settings;
  const frame = Buffer.allocUnsafe(maxFrameBytes);
  let used = payloadStart;
  let pendingRecords = 0;
  let pendingClicks = 0;
  let waiting: (() => void)[] = [];
  let flushing: NodeJS.Immediate | null = null;
  /** By which a click of the frame was given its id before the frame is written: its chunk may be closed meanwhile. */
  let promised: Numbering | null = null;

  const newId = chunkIds(settings.now, settings.random);
  const reserve = createReserve({ bytes: settings.reserveBytes, folder, newId, logger });
  const chunks = createChunkWriter({ ...settings, reserve, newId });
  /** Of what is in memory, and of what is dropped. */
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
  /** Dropped records whose counts are in a chunk. */
  let droppedInChunks = 0;
  /** Whether an ended process may have left counts in the slot. */
  let mayHaveLeft = true;
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
    // The clicks' ids are fixed here at the latest: before the answers, and wherever the frame goes.
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
      logger.info("the spool can be written again");
      reserve.refill();
    }
    const isDone = isOver && !chunks.needsRecovery();
    retry = isDone ? null : setTimeout(recover, isPaused ? pauseMs : retryIntervalMs);
  }

  function isWritable(): boolean {
    return chunks.isWritable() && inMemory.isEmpty();
  }

  /** What there was no room for at the start, say. */
  function tidy(): void {
    if (!isWritable() || !tally.isEmpty()) return;
    reserve.refill();
    if (!mayHaveLeft) return;
    try {
      const { tallies, unsettled } = settleTallies(folder());
      mayHaveLeft = unsettled.length > 0;
      complain(unsettled);
      if (tallies.length === 0) return;
      settings.onSettled?.(tallies);
      settings.onClosed();
    } catch {
      // There is no folder: whoever needs one says so.
    }
  }

  function writeTally(): void {
    if (tally.isEmpty()) return;
    try {
      tally.moveToChunk();
      droppedInChunks = inMemory.dropped();
      settings.onClosed();
    } catch (error) {
      logger.warn({ err: error }, "the number of dropped clicks can't be written just now");
    }
  }

  function recordAlone(write: (out: Buffer, offset: number) => number): Written {
    flush();
    // Behind what waits for the disk it would be kept in memory.
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
      logger.error({ unwritten }, "clicks in memory could not be written at the end: they count as dropped");
    writeTally();
    if (!tally.isEmpty())
      logger.error(
        { dropped: inMemory.dropped() },
        "the number of dropped clicks waits in the spool's reserve for the next start",
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
    recordAlone,
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
