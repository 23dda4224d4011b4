import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { closedName } from "@hoplog/platform/spool/chunkNames.js";
import { entriesOf } from "@hoplog/platform/spool/slotFolders.js";
import {
  readTally,
  type TallyEntry,
  tallyEntrySize,
  tallyIds,
  tallyName,
  writeTallyEntry,
} from "@hoplog/platform/spool/tallies.js";
import { parse } from "uuid";
import { syncFolder } from "../slots/syncFolder.ts";
import { frameHeader, maxFrameBytes, sealFrame } from "./chunk.ts";
import { droppedSize, frameStart, writeDropped, writeFrameStart } from "./record.ts";

const unfinishedEnding = ".unfinished-tally";

/** Returns whether a folder has counts that are not in a chunk yet. */
export function hasTally(folder: string): boolean {
  return tallyIds(folder).length > 0 || entriesOf(folder).some((name) => name.endsWith(unfinishedEnding));
}

/**
 * A tally file that is open for writing single entries. It was a piece of the reserve, so writing needs no additional
 * disk space.
 */
export interface TallyFile {
  readonly id: string;
  write(index: number, entry: TallyEntry): void;
  /** Syncs the file; the first call also syncs its name in the folder. */
  sync(): void;
  close(): void;
}

export function openTallyFile(folder: string, id: string): TallyFile {
  const fd = openSync(path.join(folder, tallyName(id)), "r+");
  const bytes = Buffer.alloc(tallyEntrySize);
  let isNameSynced = false;
  return {
    id,
    write(index, entry) {
      writeTallyEntry(bytes, entry);
      writeSync(fd, bytes, 0, tallyEntrySize, index * tallyEntrySize);
    },
    sync() {
      fsyncSync(fd);
      if (!isNameSynced) syncFolder(folder);
      isNameSynced = true;
    },
    close: () => closeSync(fd),
  };
}

export function removeTally(folder: string, id: string): void {
  rmSync(path.join(folder, tallyName(id)), { force: true });
}

/**
 * Writes counts to a complete chunk and deletes the tally file of that id. If the process is killed between the two
 * steps, {@link settleTallies} completes the work, so that the counts are in exactly one chunk. Throws file system
 * errors; the counts are then unchanged.
 */
export function chunkOfTally(folder: string, id: string, entries: readonly TallyEntry[]): void {
  const unfinished = path.join(folder, id + unfinishedEnding);
  try {
    const file = openSync(unfinished, "w", 0o600);
    try {
      for (const frame of framesOf(id, entries)) {
        for (let written = 0; written < frame.length;) written += writeSync(file, frame, written);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    syncFolder(folder);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  removeTally(folder, id);
  renameSync(unfinished, path.join(folder, closedName(id)));
}

/** A tally that an ended process left behind. */
export interface SettledTally {
  readonly id: string;
  /** Number of the tally's requests that were counted as dropped. */
  readonly requests: number;
  /** Time of the tally's last change, in milliseconds since the epoch. */
  readonly writtenAt: number;
}

export type SettledTallies = readonly SettledTally[];

/**
 * A tally file that could not be moved to a chunk, because the disk is full or the file is unreadable. The next owner
 * or shipper retries.
 */
export interface Unsettled {
  readonly file: string;
  readonly error: unknown;
}

export interface Settled {
  readonly tallies: SettledTallies;
  readonly unsettled: readonly Unsettled[];
}

/**
 * Writes the tallies that an ended process left in a slot to chunks. The caller must own the slot or hold its lock. The
 * result includes tallies for which the disk has no space. Throws only if the folder can't be read.
 */
export function settleTallies(folder: string): Settled {
  const tallies: SettledTally[] = [];
  const unsettled: Unsettled[] = [];
  const settle = (name: string, work: (file: string) => void) => {
    const file = path.join(folder, name);
    try {
      work(file);
    } catch (error) {
      unsettled.push({ file, error });
    }
  };
  for (const name of entriesOf(folder)) {
    if (!name.endsWith(unfinishedEnding)) continue;
    const id = name.slice(0, -unfinishedEnding.length);
    settle(name, (unfinished) => {
      // The chunk is complete if the tally file was already deleted.
      if (existsSync(path.join(folder, tallyName(id)))) unlinkSync(unfinished);
      else renameSync(unfinished, path.join(folder, closedName(id)));
    });
  }
  for (const id of tallyIds(folder)) {
    settle(tallyName(id), (file) => {
      const entries = readTally(folder, id).filter(({ count }) => count > 0);
      const requests = entries.reduce((sum, { count }) => sum + count, 0);
      tallies.push({ id, requests, writtenAt: statSync(file).mtimeMs });
      if (entries.length === 0) unlinkSync(file);
      else chunkOfTally(folder, id, entries);
    });
  }
  return { tallies, unsettled };
}

/** Creates a logger that logs each unsettled file once per reason. */
export function logUnsettled(logger: Logger): (unsettled: readonly Unsettled[]) => void {
  const known = new Set<string>();
  return (unsettled) => {
    for (const { file, error } of unsettled) {
      const reason = `${file} ${String(error)}`;
      if (known.has(reason)) continue;
      known.add(reason);
      logger.error({ err: error, file }, "cannot ship counts of dropped clicks; retrying");
    }
  };
}

function* framesOf(id: string, entries: readonly TallyEntry[]): Generator<Buffer> {
  const perFrame = Math.floor((maxFrameBytes - frameHeader - frameStart) / droppedSize);
  for (let from = 0; from < entries.length; from += perFrame) {
    const part = entries.slice(from, from + perFrame);
    const frame = Buffer.alloc(frameHeader + frameStart + part.length * droppedSize);
    let offset = writeFrameStart(frame, frameHeader, parse(id).subarray(0, 12), 0);
    for (const { at, link, count } of part) offset = writeDropped(frame, offset, at, link, count);
    sealFrame(frame);
    yield frame;
  }
}
