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

/** Whether a folder holds counts that are to become a chunk. */
export function hasTally(folder: string): boolean {
  return tallyIds(folder).length > 0 || entriesOf(folder).some((name) => name.endsWith(unfinishedEnding));
}

/** Open for writing entry by entry. It was a piece of the reserve, so it needs no room on the disk. */
export interface TallyFile {
  readonly id: string;
  write(index: number, entry: TallyEntry): void;
  /** The first call brings the file's name to the disk too. */
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
 * Makes a complete chunk of counts; the file of that id that they were in goes. Whoever is killed meanwhile leaves what {@link settleTallies} completes, so that they come into one chunk once. Throws what the disk says;
 * the counts are then where they were.
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

/** A tally that an ended process has left. */
export interface SettledTally {
  readonly id: string;
  /** Counted as dropped. */
  readonly requests: number;
  /** Time of its last change, in milliseconds since the epoch. */
  readonly writtenAt: number;
}

export type SettledTallies = readonly SettledTally[];

/** A file of counts that stays, since the disk is full or the file can't be read. The next owner or shipper tries again. */
export interface Unsettled {
  readonly file: string;
  readonly error: unknown;
}

export interface Settled {
  readonly tallies: SettledTallies;
  readonly unsettled: readonly Unsettled[];
}

/**
 * Makes chunks of the counts that an ended process has left in a slot. Only its owner may, or whoever has locked it in the
 * owner's stead. Counts that the disk has no room for are in the result too. Throws only if the folder can't be read.
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
      // Complete, if its counts are nowhere else any more.
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

/** Logs each file that stays once for each reason, however often it is tried. */
export function logUnsettled(logger: Logger): (unsettled: readonly Unsettled[]) => void {
  const known = new Set<string>();
  return (unsettled) => {
    for (const { file, error } of unsettled) {
      const reason = `${file} ${String(error)}`;
      if (known.has(reason)) continue;
      known.add(reason);
      logger.error({ err: error, file }, "counts of dropped clicks can't be shipped yet");
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
