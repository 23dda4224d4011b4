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

/** The chunk that is being written: the only writer of its file. */
export interface SpoolFile {
  readonly id: string;
  readonly bytes: number;
  /** All or nothing: what a full disk cut short is overwritten by the next frame. Throws what `write` throws. */
  append(frame: Uint8Array): void;
  /** The first call brings the file's name to the disk too. */
  syncNow(): void;
  /** Leaves the event loop free. */
  sync(done: (error: Error | null) => void): void;
  /**
   * Gives the file its final name: from now on it never changes. Throws while that can't be done. Where `synced` is
   * given, what is not on the disk yet is brought there afterwards.
   */
  close(synced?: (error: Error | null) => void): void;
}

export function createSpoolFile(directory: string, id: string): SpoolFile {
  return spoolFileOn(openSync(path.join(directory, openName(id)), "wx", 0o600), directory, id, false);
}

/** One whose file is there already, full of zeros: what is written over them needs no room on the disk. */
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

  /** The descriptor must outlive its running syncs: the system may give its number to another file. */
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
      // Else the rest of a longer frame that was cut short would stand behind a shorter one.
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

/** Counts of requests that the disk had no room for have become chunks, as far as there was room for those. */
export interface Adopted extends Settled {
  readonly chunks: number;
}

/** Takes over what a process that ended, or was killed, has left behind. */
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
  // Last: what a holder has used is looked for once it has ended, and then in complete chunks alone.
  endHolders(directory);
  return { ...settled, chunks };
}
