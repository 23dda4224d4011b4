import { readFileSync } from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import { linkSize } from "@hoplog/schema/topics/clickBatch/layout.js";
import { entriesOf } from "./slotFolders.ts";

// A tally counts requests that were answered but not recorded. Its file is next to the chunks of a slot, with one entry
// per link and quarter of an hour that is updated in place. It becomes a chunk with the same id once there is space for
// one.
const ending = ".tally";

/**
 * Size of an entry in bytes: a time, a link, a count and a checksum. A memory page contains a whole number of entries,
 * so a kill never leaves one half written.
 */
export const tallyEntrySize = 64;
const [linkAt, countAt, checksumAt] = [8, 8 + linkSize, 12 + linkSize];

/** Requests of one link in the quarter of an hour that begins at `at`. */
export interface TallyEntry {
  readonly link: Uint8Array;
  readonly at: number;
  readonly count: number;
}

/** Returns the file name of the tally with that id. */
export function tallyName(id: string): string {
  return id + ending;
}

/** Returns the ids of the tallies in a folder, oldest first. */
export function tallyIds(folder: string): string[] {
  return entriesOf(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();
}

/** Writes an entry into its {@link tallyEntrySize} bytes. */
export function writeTallyEntry(bytes: Buffer, { link, at, count }: TallyEntry): void {
  bytes.writeDoubleLE(at, 0);
  bytes.set(link, linkAt);
  bytes.writeUInt32LE(count, countAt);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, checksumAt)), checksumAt);
}

/** Reads the entries of a tally in order. An entry with a wrong checksum counts 0. */
export function readTally(folder: string, id: string): TallyEntry[] {
  const bytes = readFileSync(path.join(folder, tallyName(id)));
  const entries: TallyEntry[] = [];
  for (let at = 0; at + tallyEntrySize <= bytes.length; at += tallyEntrySize) {
    const entry = bytes.subarray(at, at + tallyEntrySize);
    if (entry.every((byte) => byte === 0)) break;
    const isWhole = entry.readUInt32LE(checksumAt) === crc32(entry.subarray(0, checksumAt));
    entries.push({
      at: entry.readDoubleLE(0),
      link: Uint8Array.from(entry.subarray(linkAt, countAt)),
      count: isWhole ? entry.readUInt32LE(countAt) : 0,
    });
  }
  return entries;
}
