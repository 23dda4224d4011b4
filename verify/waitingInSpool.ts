import { statSync } from "node:fs";
import path from "node:path";
import { counted } from "@hoplog/schema/counted.js";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { chunkOf } from "@hoplog/platform/spool/chunkNames.js";
import { entriesOf, slotFolders } from "@hoplog/platform/spool/slotFolders.js";
import { readTally, tallyIds } from "@hoplog/platform/spool/tallies.js";
import { unreadableFiles } from "@hoplog/platform/spool/unreadableFiles.js";

/**
 * Redirectors ship chunks within a second, so a chunk whose last write is older than this many milliseconds is stuck.
 */
const shippedWithinMs = 60_000;

/**
 * Describes the files of a redirector's spool that no figure includes: chunks set aside as damaged, unshipped chunks,
 * and unshipped counts of dropped requests.
 */
export function waitingInSpool(spool: string, now: number): string[] {
  const folders = [spool, ...slotFolders(spool)];
  return [...unreadableChunks(spool), ...stuckChunks(folders, now), ...tallies(folders)];
}

function unreadableChunks(spool: string): string[] {
  // A chunk that was shipped since the listing has no size.
  const sizes = unreadableFiles(spool).flatMap(({ file }) => statSync(file, { throwIfNoEntry: false })?.size ?? []);
  if (sizes.length === 0) return [];
  return [
    `${counted(sizes.length, "damaged chunk")} of the spool (${bytesIn(sizes)}) could not be read whole: make unreadable, then see docs/guides/repair.md#damaged-chunks-of-the-spool`,
  ];
}

function stuckChunks(folders: readonly string[], now: number): string[] {
  const stuck = folders
    .flatMap((folder) => entriesOf(folder).flatMap((name) => (chunkOf(name) ? path.join(folder, name) : [])))
    .flatMap((file) => statSync(file, { throwIfNoEntry: false }) ?? [])
    .filter(({ mtimeMs, size }) => size > 0 && now - mtimeMs > shippedWithinMs);
  if (stuck.length === 0) return [];
  const since = new Date(Math.min(...stuck.map(({ mtimeMs }) => mtimeMs)));
  return [
    `${counted(stuck.length, "chunk")} of the spool (${bytesIn(stuck.map(({ size }) => size))}) ${stuck.length === 1 ? "waits" : "wait"} to be shipped since ${since.toISOString()}: see shipper on the redirector's metrics port (/healthz), and docs/guides/repair.md#damaged-chunks-of-the-spool`,
  ];
}

function tallies(folders: readonly string[]): string[] {
  const requests = folders
    .flatMap((folder) => tallyIds(folder).flatMap((id) => readPresent(folder, id)))
    .reduce((sum, { count }) => sum + count, 0);
  if (requests === 0) return [];
  return [
    `${counted(requests, "request")} ${requests === 1 ? "was" : "were"} answered and not recorded, and ${requests === 1 ? "its count waits" : "their counts wait"} in the spool until its disk has room: see docs/guides/repair.md#a-full-disk`,
  ];
}

/** Reads a tally; empty if it has become a chunk since the listing. */
function readPresent(folder: string, id: string): ReturnType<typeof readTally> {
  try {
    return readTally(folder, id);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function bytesIn(sizes: readonly number[]): string {
  return counted(
    sizes.reduce((sum, size) => sum + size, 0),
    "byte",
  );
}
