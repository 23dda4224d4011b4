import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { RecordedClick, RecordedMiss } from "@hoplog/schema/topics/clickBatch/click.js";
import { createDroppedRequests } from "./droppedRequests.ts";
import { frameHeader, maxFrameBytes, newChunkId, sealFrame } from "./chunk.ts";
import { frameStart, maxRecordBytes, writeClick, writeFrameStart, writeMiss } from "./record.ts";
import { parse } from "uuid";
import { dueIn, isFull, type RotationRules } from "./rotation.ts";
import { createSpoolFile, type SpoolFile } from "./spoolFile.ts";

export interface SpoolSettings {
  /** Where its files go; called before each new one. Throws while there is none. */
  readonly folder: () => string;
  readonly rules: RotationRules;
  /** `always`: before each answer; `interval`: every 100 ms, so that only power loss can take clicks. */
  readonly fsync: "always" | "interval";
  /**
   * While the disk takes nothing, this many bytes are kept in memory; what comes beyond is dropped and counted, and the count
   * is recorded with the next request that the disk takes.
   */
  readonly memoryBytes: number;
  readonly logger: Logger;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  /** A chunk was closed and can be shipped. */
  readonly onClosed: () => void;
}

export interface SpoolState {
  /** False while the disk takes nothing. */
  readonly writable: boolean;
  readonly memoryBytes: number;
  /** Records that were lost because neither disk nor memory had room. */
  readonly dropped: number;
}

/** `refused`: the disk has not taken it; `unsure`: perhaps it has. */
export type Written = "stored" | "refused" | "unsure";

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
  /** Writes what is pending and closes the chunk. */
  close(): void;
}

/** The clicks' ids: 12 bytes, and the number of the next one. */
interface Numbering {
  readonly prefix: Uint8Array;
  next: number;
}

const payloadStart = frameHeader + frameStart;
const syncIntervalMs = 100;
const retryIntervalMs = 250;
const refusedLogMs = 1000;

/** Records everything that one turn of the event loop brings with one write, before any of it is answered. */
export function createSpool(settings: SpoolSettings): Spool {
  const { rules, logger, now } = settings;
  const frame = Buffer.allocUnsafe(maxFrameBytes);
  let used = payloadStart;
  let pendingRecords = 0;
  let pendingClicks = 0;
  let waiting: (() => void)[] = [];
  let flushing: NodeJS.Immediate | null = null;

  /** Id of the chunk that is written, or will be next, and what its clicks are numbered by. */
  let chunkId: string | null = null;
  let numbering: Numbering = { prefix: new Uint8Array(12), next: 0 };
  /** By which a click of the frame was given its id before the frame is written: its chunk may be closed meanwhile. */
  let promised: Numbering | null = null;
  let file: SpoolFile | null = null;
  let fileRecords = 0;
  let begunAt = 0;
  let lastClosedAt = 0;
  let rotation: NodeJS.Timeout | null = null;
  let unsynced = false;

  let buffered: { readonly frame: Buffer; readonly records: number }[] = [];
  let bufferedBytes = 0;
  let dropped = 0;
  const droppedRequests = createDroppedRequests();
  /** When that was last said in the log. */
  let refusedAt = -Infinity;
  let retry: NodeJS.Timeout | null = null;

  const syncing = setInterval(() => {
    if (!unsynced || !file) return;
    unsynced = false;
    file.sync(noteSync);
  }, syncIntervalMs);

  function noteSync(error: Error | null): void {
    if (error) logger.warn({ err: error }, "the spool could not be synced");
  }

  function beginRecord(): number {
    if (used + maxRecordBytes > maxFrameBytes) flush();
    return used;
  }

  function nextClickId(): Uint8Array {
    beginRecord();
    if (!promised) {
      chunkId ??= newId();
      promised = numbering;
    }
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

  function newId(): string {
    const id = newChunkId(now(), settings.random(16));
    numbering = { prefix: parse(id).subarray(0, 12), next: 0 };
    return id;
  }

  function isWritable(): boolean {
    return retry === null && buffered.length === 0;
  }

  function flush(): void {
    if (flushing) clearImmediate(flushing);
    flushing = null;
    if (pendingRecords === 0) return;
    if (isWritable() && !droppedRequests.isEmpty()) used = droppedRequests.moveTo(frame, used, maxFrameBytes);
    chunkId ??= newId();
    // The clicks' ids are fixed here at the latest: before the answers, and wherever the frame goes.
    const ids = promised ?? numbering;
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
    if (buffered.length > 0 || store(sealed, records) !== "stored") keep(Buffer.from(sealed), records);
    for (const done of answered) done();
  }

  function store(sealed: Uint8Array, records: number): Written {
    let written: Written = "refused";
    try {
      chunkId ??= newId();
      file ??= createSpoolFile(settings.folder(), chunkId);
      file.append(sealed);
      written = "unsure";
      if (settings.fsync === "always") file.syncNow();
      else unsynced = true;
    } catch (error) {
      if (retry === null && now() - refusedAt >= refusedLogMs) {
        refusedAt = now();
        logger.error({ err: error }, "the spool can't be written: keeping clicks in memory");
      }
      return written;
    }
    if (fileRecords === 0) begunAt = now();
    fileRecords += records;
    const age = { records: fileRecords, bytes: file.bytes, begunAt, lastClosedAt };
    if (isFull(age, rules)) rotate();
    else rotation ??= setTimeout(rotate, dueIn(age, rules, now()));
    return "stored";
  }

  function keep(sealed: Buffer, records: number): void {
    if (bufferedBytes + sealed.length > settings.memoryBytes) {
      dropped += records;
      droppedRequests.add(sealed, frameHeader, sealed.length);
    } else {
      buffered.push({ frame: sealed, records });
      bufferedBytes += sealed.length;
    }
    retry ??= setTimeout(retryBuffered, retryIntervalMs);
  }

  function retryBuffered(): void {
    const frames = buffered;
    let stored = 0;
    for (const { frame: sealed, records } of frames) {
      if (store(sealed, records) !== "stored") break;
      stored++;
      bufferedBytes -= sealed.length;
    }
    buffered = frames.slice(stored);
    retry = buffered.length > 0 ? setTimeout(retryBuffered, retryIntervalMs) : null;
    if (buffered.length === 0) logger.info("the spool can be written again");
  }

  function recordAlone(write: (out: Buffer, offset: number) => number): Written {
    flush();
    // Behind what waits for the disk it would be kept in memory.
    if (buffered.length > 0) return "refused";
    chunkId ??= newId();
    const sealed = frame.subarray(0, write(frame, payloadStart));
    promised = null;
    const ids = numbering;
    writeFrameStart(frame, frameHeader, ids.prefix, ids.next);
    sealFrame(sealed);
    const written = store(sealed, 1);
    if (written !== "refused") ids.next++;
    return written;
  }

  function rotate(): void {
    if (rotation) clearTimeout(rotation);
    rotation = null;
    if (!file) return;
    const closing = file;
    file = null;
    chunkId = null;
    fileRecords = 0;
    lastClosedAt = now();
    try {
      if (unsynced) closing.close(noteSync);
      else closing.close();
      unsynced = false;
      settings.onClosed();
    } catch (error) {
      // The file keeps its open name until its folder is adopted.
      logger.error({ err: error, chunk: closing.id }, "a chunk of the spool could not be closed");
    }
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
    state: () => ({ writable: retry === null, memoryBytes: bufferedBytes, dropped }),
    close() {
      flush();
      if (buffered.length > 0) retryBuffered();
      if (isWritable() && !droppedRequests.isEmpty())
        recordAlone((out, offset) => droppedRequests.moveTo(out, offset, maxFrameBytes));
      rotate();
      clearInterval(syncing);
      if (retry) clearTimeout(retry);
    },
  };
}
