import type { Logger } from "@hoplog/platform/logging/logger.js";
import { parse } from "uuid";
import { openName } from "@hoplog/platform/spool/chunkNames.js";
import { newChunkId } from "./chunk.ts";
import { hasRoomFor, pieceBytes, type Reserve } from "./reserve.ts";
import { dueIn, isFull, type RotationRules } from "./rotation.ts";
import { createSpoolFile, openSparedFile, type SpoolFile } from "./spoolFile.ts";

/** Result of a write. `refused`: the frame is not on the disk; `unsure`: it may be on the disk. */
export type Written = "stored" | "refused" | "unsure";

/** How clicks are numbered: a 12-byte id prefix and the number of the next click. */
export interface Numbering {
  readonly prefix: Uint8Array;
  next: number;
}

export interface ChunkWriterSettings {
  /** Returns the folder for new files; called before each file is created. Throws while there is no folder. */
  readonly folder: () => string;
  readonly rules: RotationRules;
  /** `always`: sync before each answer; `interval`: sync every 100 ms, so that only a power loss can lose clicks. */
  readonly fsync: "always" | "interval";
  readonly reserve: Reserve;
  readonly logger: Logger;
  readonly now: () => number;
  readonly newId: () => string;
  /** Creates the file of a chunk; throws while the disk does not accept one. */
  readonly createFile?: (folder: string, id: string) => SpoolFile;
  /** Called when a chunk was closed and can be shipped. */
  readonly onClosed: () => void;
}

/** Writes frames into chunks, or into the reserve's pieces while the disk is full. */
export interface ChunkWriter {
  /** Returns the numbering of the next frame's clicks, wherever that frame is written. */
  numbering(): Numbering;
  /** Never throws. */
  write(sealed: Uint8Array, records: number): Written;
  /** Returns false while only the reserve can be written to. */
  isWritable(): boolean;
  /** Returns whether {@link recover} must be called repeatedly. */
  needsRecovery(): boolean;
  /** Checks whether the disk has space again. */
  recover(): void;
  /** Closes all open files. */
  close(): void;
}

const syncIntervalMs = 100;
const refusedLogMs = 1000;
/**
 * Milliseconds for which a piece of the reserve stays open after its last frame, in case the disk is full again soon.
 */
const calmMs = 2000;

export function createChunkWriter(settings: ChunkWriterSettings): ChunkWriter {
  const { rules, logger, now, reserve, newId, createFile = createSpoolFile } = settings;
  /** Id of the current or next chunk, and the numbering of its clicks. */
  let chunkId: string | null = null;
  let numbering: Numbering = { prefix: new Uint8Array(12), next: 0 };
  let file: SpoolFile | null = null;
  let fileRecords = 0;
  let begunAt = 0;
  let lastClosedAt = 0;
  let rotation: NodeJS.Timeout | null = null;
  const unsynced = new Set<SpoolFile>();

  let isDiskFull = false;
  let spared: SpoolFile | null = null;
  let sparedAt = -Infinity;
  /** Time at which a refused write was last logged. */
  let refusedAt = -Infinity;

  const syncing = setInterval(() => {
    for (const each of unsynced) each.sync(noteSync);
    unsynced.clear();
  }, syncIntervalMs);

  function noteSync(error: Error | null): void {
    if (error) logger.warn({ err: error }, "could not sync the spool");
  }

  function idOfChunk(): string {
    if (chunkId !== null) return chunkId;
    chunkId = newId();
    numbering = { prefix: parse(chunkId).subarray(0, 12), next: 0 };
    return chunkId;
  }

  function makeDurable(written: SpoolFile): void {
    if (settings.fsync === "always") written.syncNow();
    else unsynced.add(written);
  }

  /** Logs an error at most once a second. */
  function complain(error: unknown, text: string): void {
    if (now() - refusedAt < refusedLogMs) return;
    refusedAt = now();
    logger.error({ err: error }, text);
  }

  function write(sealed: Uint8Array, records: number): Written {
    return isDiskFull ? writeSpared(sealed) : writeChunk(sealed, records);
  }

  function writeChunk(sealed: Uint8Array, records: number): Written {
    let written: Written = "refused";
    try {
      file ??= createFile(settings.folder(), idOfChunk());
      file.append(sealed);
      written = "unsure";
      makeDurable(file);
    } catch (error) {
      complain(error, "cannot write to the spool: storing clicks in its reserve, then in memory");
      if (written !== "refused") return written;
      isDiskFull = true;
      return writeSpared(sealed);
    }
    if (fileRecords === 0) begunAt = now();
    fileRecords += records;
    const age = { records: fileRecords, bytes: file.bytes, begunAt, lastClosedAt };
    if (isFull(age, rules)) rotate();
    else rotation ??= setTimeout(rotate, dueIn(age, rules, now()));
    return "stored";
  }

  /** Writes into a piece of the reserve, overwriting zeros that already occupy the disk. */
  function writeSpared(sealed: Uint8Array): Written {
    let written: Written = "refused";
    try {
      if (spared && spared.bytes + sealed.length > pieceBytes) closeSpared();
      spared ??= takePiece();
      if (!spared) return "refused";
      spared.append(sealed);
      written = "unsure";
      makeDurable(spared);
      sparedAt = now();
      return "stored";
    } catch (error) {
      complain(error, "cannot write to the reserve of the spool: storing clicks in memory");
      closeSpared();
      return written;
    }
  }

  function takePiece(): SpoolFile | null {
    const id = newId();
    if (!reserve.take(openName(id))) return null;
    try {
      return openSparedFile(settings.folder(), id);
    } catch (error) {
      reserve.release(openName(id));
      throw error;
    }
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
    complete(closing);
  }

  function closeSpared(): void {
    const closing = spared;
    spared = null;
    if (closing) complete(closing);
  }

  function complete(closing: SpoolFile): void {
    try {
      if (unsynced.delete(closing)) closing.close(noteSync);
      else closing.close();
      settings.onClosed();
    } catch (error) {
      // The file keeps the name of an open chunk until its folder is adopted.
      logger.error({ err: error, chunk: closing.id }, "could not close a chunk of the spool");
    }
  }

  /** Returns whether the disk has space for several pieces; less space would be exhausted immediately. */
  function hasRoom(): boolean {
    try {
      return hasRoomFor(settings.folder(), 4 * pieceBytes);
    } catch {
      return false;
    }
  }

  return {
    numbering() {
      idOfChunk();
      return numbering;
    },
    write,
    isWritable: () => !isDiskFull,
    needsRecovery: () => isDiskFull || spared !== null,
    recover() {
      if (isDiskFull && hasRoom()) isDiskFull = false;
      if (!isDiskFull && now() - sparedAt >= calmMs) closeSpared();
    },
    close() {
      rotate();
      closeSpared();
      clearInterval(syncing);
    },
  };
}

/** Creates a generator of chunk ids from the time and random bytes. */
export function chunkIds(now: () => number, random: (size: number) => Uint8Array): () => string {
  return () => newChunkId(now(), random(16));
}
