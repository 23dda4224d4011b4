import { appendFileSync, closeSync, openSync, readSync, fstatSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";

/**
 * Opens a part's log for appending; the caller closes the descriptor. If that fails, for example on a full disk, the
 * part logs to the null device and `onProblem` is called.
 */
export function openLog(folder: string, name: string, onProblem: (problem: string) => void): number {
  const path = logPath(folder, name);
  try {
    return openSync(path, "a");
  } catch (error) {
    onProblem(`cannot write its log: ${error instanceof Error ? error.message : String(error)}`);
    return openSync(devNull, "a");
  }
}

/**
 * Returns a function that appends lines to a part's log. It never throws: it counts lines that could not be written,
 * and writes their number before the next line that succeeds.
 */
export function appendLines(folder: string, name: string): (line: string) => void {
  const path = logPath(folder, name);
  let lost = 0;
  return (line) => {
    // The previous line may be incomplete, so the next line begins with a line break.
    const note = lost > 0 ? `\nhoplog: ${lost} lines were lost here, because the disk could not be written\n` : "";
    try {
      appendFileSync(path, `${note}${line}\n`);
      lost = 0;
    } catch {
      lost += 1;
    }
  };
}

/** Returns the path of a part's log. */
export function logPath(folder: string, name: string): string {
  return join(folder, "logs", `${name}.log`);
}

/** Stack frames within Node itself, which are omitted. */
const innerFrame = /^\s+at .*\(?node:internal\//;

/**
 * Returns at most the last `count` lines written after `offset`; none if the log can't be read. A log that was emptied
 * since then is read from its start.
 */
export function tailOf(path: string, offset: number, count: number): string[] {
  try {
    return readTail(path, offset, count);
  } catch {
    return [];
  }
}

function readTail(path: string, offset: number, count: number): string[] {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    const length = Math.min(size < offset ? size : size - offset, 16 * 1024);
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
