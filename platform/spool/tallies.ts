import { readFileSync } from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import { linkSize } from "@hoplog/schema/topics/clickBatch/layout.js";
import { entriesOf } from "./slotFolders.ts";

// How many requests were answered and not recorded, beside the chunks of a slot: an entry for each link and quarter of an
// hour, overwritten in its place. It becomes a chunk with the same id once there is room for one.
const ending = ".tally";

/** Bytes of an entry: a time, a link, a count and a checksum; a page of memory holds whole ones, so that a kill leaves none half written. */
export const tallyEntrySize = 64;
const [linkAt, countAt, checksumAt] = [8, 8 + linkSize, 12 + linkSize];

/** Requests of one link in the quarter of an hour that begins at `at`. */
export interface TallyEntry {
  readonly link: Uint8Array;
  readonly at: number;
  readonly count: number;
}

/** Returns the name of the file with the tally of that id. */
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

/** Reads the entries of a tally in their order. One whose checksum is wrong counts as none. */
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
