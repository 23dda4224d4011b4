import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { endHolders } from "../slots/holders.ts";
import { syncFolder } from "../slots/syncFolder.ts";
import { chunkOf, closedName, openName } from "@hoplog/platform/spool/chunkNames.js";
import { type Settled, settleTallies } from "./tallyFile.ts";

/** An open chunk file; it has no other writer. */
export interface SpoolFile {
  readonly id: string;
  readonly bytes: number;
  /**
   * Appends a whole frame or fails; the next frame then overwrites a frame that a full disk cut short. Throws the
   * errors of `write`.
   */
  append(frame: Uint8Array): void;
  /** Syncs the file; the first call also syncs its name in the folder. */
  syncNow(): void;
  /** Syncs without blocking the event loop. */
  sync(done: (error: Error | null) => void): void;
  /**
   * Gives the file its final name; it never changes afterwards. Throws if that fails. If `synced` is given, syncs the
   * file afterwards.
   */
  close(synced?: (error: Error | null) => void): void;
}

export function createSpoolFile(directory: string, id: string): SpoolFile {
  return spoolFileOn(openSync(path.join(directory, openName(id)), "wx", 0o600), directory, id, false);
}

/** Opens an existing file full of zeros, because overwriting them needs no additional disk space. */
export function openSparedFile(directory: string, id: string): SpoolFile {
  return spoolFileOn(openSync(path.join(directory, openName(id)), "r+"), directory, id, true);
}

function spoolFileOn(fd: number, directory: string, id: string, isSpared: boolean): SpoolFile {
  const openPath = path.join(directory, openName(id));
  let bytes = 0;
  let torn = false;
  let syncs = 0;
  let closed = false;
  let isNameSynced = false;

  /**
   * Keeps the descriptor open until its last sync has ended, because the system could otherwise reuse its number for
   * another file.
   */
  const sync = (done: (error: Error | null) => void): void => {
    syncs++;
    fdatasync(fd, (error) => {
      syncs--;
      if (closed && syncs === 0) closeSync(fd);
      done(error);
    });
  };

  return {
    id,
    get bytes() {
      return bytes;
    },
    append(frame) {
      // The file is truncated first, because the rest of a longer frame that was cut short would otherwise follow a
      // shorter frame.
      if (torn) ftruncateSync(fd, bytes);
      torn = true;
      let written = 0;
      while (written < frame.length) {
        written += writeSync(fd, frame, written, frame.length - written, bytes + written);
      }
      bytes += frame.length;
      torn = false;
    },
    syncNow() {
      fdatasyncSync(fd);
      if (!isNameSynced) syncFolder(directory);
      isNameSynced = true;
    },
    sync,
    close(synced) {
      if (torn || isSpared) ftruncateSync(fd, bytes);
      renameSync(openPath, path.join(directory, closedName(id)));
      closed = true;
      if (synced) sync(synced);
      else if (syncs === 0) closeSync(fd);
    },
  };
}

/**
 * Result of adopting a slot: the number of its chunks, and its counts of dropped requests that were moved to chunks or
 * could not be moved.
 */
export interface Adopted extends Settled {
  readonly chunks: number;
}

/** Adopts the chunks and tallies of a process that ended or was killed. */
export function adoptChunks(directory: string): Adopted {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const settled = settleTallies(directory);
  let chunks = 0;
  for (const file of readdirSync(directory)) {
    const chunk = chunkOf(file);
    if (!chunk) continue;
    if (!chunk.closed) renameSync(path.join(directory, file), path.join(directory, chunk.closedName));
    chunks++;
  }
  // This step must be last, because a holder's used visits are looked up once it has ended, and then only in complete
  // chunks.
  endHolders(directory);
  return { ...settled, chunks };
}
