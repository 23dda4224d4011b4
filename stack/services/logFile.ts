import { appendFileSync, closeSync, openSync, readSync, fstatSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";

/**
 * Opens a part's log for appending; the caller closes the descriptor. A log that can't be
 * opened, on a disk without room for a new file say, does not keep its part from running: it then logs to nowhere, which
 * `onProblem` is told.
 */
export function openLog(folder: string, name: string, onProblem: (problem: string) => void): number {
  const path = logPath(folder, name);
  try {
    return openSync(path, "a");
  } catch (error) {
    onProblem(`runs without a log: ${error instanceof Error ? error.message : String(error)}`);
    return openSync(devNull, "a");
  }
}

/**
 * Appends a line to a part's log. Never throws: lines that the disk does not take are counted, and their number is written
 * before the next line that it takes.
 */
export function appendLines(folder: string, name: string): (line: string) => void {
  const path = logPath(folder, name);
  let lost = 0;
  return (line) => {
    // The line before may have been cut short.
    const note = lost > 0 ? `\nhoplog: ${lost} lines were lost here, since the disk took none\n` : "";
    try {
      appendFileSync(path, `${note}${line}\n`);
      lost = 0;
    } catch {
      lost += 1;
    }
  };
}

/** Where a part of the stack logs to. */
export function logPath(folder: string, name: string): string {
  return join(folder, "logs", `${name}.log`);
}

/** Stack frames inside Node itself, which help nobody. */
const innerFrame = /^\s+at .*\(?node:internal\//;

/** The last lines that were written after `offset`, at most `count`; none of a log that can't be read. A log that was emptied since has only such lines. */
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
