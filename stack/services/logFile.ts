import { closeSync, openSync, readSync, fstatSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

/** A log is moved aside at a start when it is longer than this, in bytes. */
const maxBytes = 10 * 1024 * 1024;

/** Opens a part's log for appending, after moving a long one aside; the caller closes the descriptor. */
export function openLog(folder: string, name: string): number {
  const path = logPath(folder, name);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`);
  return openSync(path, "a");
}

/** Where a part of the stack logs to. */
export function logPath(folder: string, name: string): string {
  return join(folder, "logs", `${name}.log`);
}

/** Stack frames inside Node itself, which help nobody. */
const innerFrame = /^\s+at .*\(?node:internal\//;

/** The last lines that were written after `offset`, at most `count`. */
export function tailOf(path: string, offset: number, count: number): string[] {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    const length = Math.min(Math.max(size - offset, 0), 16 * 1024);
    const buffer = Buffer.alloc(length);
    readSync(descriptor, buffer, 0, length, size - length);
    return buffer
      .toString("utf8")
      .split("\n")
      .filter((line) => line.trim() !== "" && !innerFrame.test(line))
      .slice(-count);
  } finally {
    closeSync(descriptor);
  }
}
