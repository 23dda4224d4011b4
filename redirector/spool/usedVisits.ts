import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import { uuidText } from "@hoplog/schema/uuid.js";
import { syncFolder } from "../slots/syncFolder.ts";
import type { LeasedVisit } from "./record.ts";

/** Used visits: the highest used number of each lease; if `isUnknown`, any leased visit may have been used. */
export interface UsedVisits {
  readonly highest: ReadonlyMap<string, number>;
  readonly isUnknown: boolean;
}

/** File in a slot's folder with the used visits of deleted chunks. */
const fileName = "used-visits";
/** Size of an entry: a lease's id, a number and a checksum. */
const entrySize = 24;
/** Lease id of an entry which records that the used visits are unknown. */
const unknownLease = new Uint8Array(16);

/**
 * Stores used visits and syncs them to the disk; only after that may their chunk be deleted. Throws file system errors.
 */
export function recordUsedVisits(folder: string, visits: readonly LeasedVisit[]): void {
  if (visits.length === 0) return;
  const isNew = !existsSync(path.join(folder, fileName));
  const file = openSync(path.join(folder, fileName), "a+", 0o600);
  try {
    // Removes an incomplete entry that a killed process left at the end.
    const { size } = fstatSync(file);
    if (size % entrySize !== 0) ftruncateSync(file, size - (size % entrySize));
    const bytes = Buffer.concat(visits.map(entryOf));
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (isNew) syncFolder(folder);
}

/** Records that a chunk is unreadable, so any leased visit may have been used. */
export function recordUnreadableChunk(folder: string): void {
  recordUsedVisits(folder, [{ lease: unknownLease, number: 0 }]);
}

export function readUsed(folder: string): UsedVisits {
  const highest = new Map<string, number>();
  let isUnknown = false;
  for (const { lease, number } of entriesIn(path.join(folder, fileName))) {
    if (lease.every((byte) => byte === 0)) isUnknown = true;
    else raise(highest, uuidText(lease), number);
  }
  return { highest, isUnknown };
}

/** Deletes the stored visits. Must be called only when none of their leases is held any more. */
export function forgetUsed(folder: string): void {
  const file = path.join(folder, fileName);
  if (existsSync(file)) unlinkSync(file);
}

export function raise(highest: Map<string, number>, lease: string, number: number): void {
  highest.set(lease, Math.max(highest.get(lease) ?? 0, number));
}

function entryOf({ lease, number }: LeasedVisit): Buffer {
  const entry = Buffer.alloc(entrySize);
  entry.set(lease, 0);
  entry.writeUInt32LE(number, 16);
  entry.writeUInt32LE(crc32(entry.subarray(0, 20)), 20);
  return entry;
}

/** Reads all entries; one with a wrong checksum counts as unknown. */
function entriesIn(file: string): LeasedVisit[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  return Array.from({ length: Math.floor(bytes.length / entrySize) }, (_, i) => {
    const entry = bytes.subarray(i * entrySize, (i + 1) * entrySize);
    const isWhole = entry.readUInt32LE(20) === crc32(entry.subarray(0, 20));
    return isWhole
      ? { lease: entry.subarray(0, 16), number: entry.readUInt32LE(16) }
      : { lease: unknownLease, number: 0 };
  });
}
