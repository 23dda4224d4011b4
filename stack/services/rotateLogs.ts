import {
  appendFileSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  closeSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import type { LogLimits } from "../settings.ts";

const fileBytes = 10 * 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;
const everyMs = 10_000;

/** Rotates the logs of a data folder now and every ten seconds, until stopped. */
export function rotateLogsRegularly(folder: string, limits: LogLimits, onProblem: (problem: string) => void) {
  let known = "";
  const rotate = (): void => {
    const problem = rotateLogs(join(folder, "logs"), limits, Date.now()) ?? "";
    if (problem !== "" && problem !== known) onProblem(problem);
    known = problem;
  };
  rotate();
  const timer = setInterval(rotate, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Moves a log's content to `NAME.log.1` when it is long or a day old, and deletes a part's oldest files above the size
 * or age limit. Returns a problem in words, or null. Processes keep writing to the same file: a line written in the
 * microseconds between the last read and the truncation is lost.
 */
export function rotateLogs(logs: string, { totalBytes, days }: LogLimits, now: number): string | null {
  try {
    const names = readdirSync(logs);
    for (const name of names.filter((each) => each.endsWith(".log"))) {
      const path = join(logs, name);
      const older = olderFiles(names, name);
      const isMoved = isDue(path, older, Math.min(fileBytes, totalBytes / 4), now);
      if (isMoved) moveAside(path, older);
      deleteOld(path, isMoved ? [1, ...older.map((number) => number + 1)] : older, { totalBytes, days }, now);
    }
    return null;
  } catch (error) {
    return `Cannot rotate logs: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns the numbers of the rotated files, newest first. */
function olderFiles(names: readonly string[], log: string): number[] {
  const numbers = names.flatMap((name) => {
    const number = name.startsWith(`${log}.`) ? Number(name.slice(log.length + 1)) : Number.NaN;
    return Number.isInteger(number) && number > 0 ? [number] : [];
  });
  return numbers.toSorted((a, b) => a - b);
}

function isDue(path: string, older: readonly number[], longest: number, now: number): boolean {
  const { size, birthtimeMs, mtimeMs } = statSync(path);
  if (size === 0) return false;
  const begun = older.length > 0 ? statSync(`${path}.${older[0]}`).mtimeMs : birthtimeMs || mtimeMs;
  return size > longest || now - begun > dayMs;
}

function moveAside(path: string, older: readonly number[]): void {
  for (const number of older.toReversed()) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  const copy = `${path}.1`;
  copyFileSync(path, copy);
  for (let copied = statSync(copy).size, size = statSync(path).size; size > copied; size = statSync(path).size) {
    appendFileSync(copy, readBetween(path, copied, size));
    copied = size;
  }
  truncateSync(path);
}

function readBetween(path: string, from: number, to: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(to - from);
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from));
  } finally {
    closeSync(descriptor);
  }
}

function deleteOld(path: string, older: readonly number[], { totalBytes, days }: LogLimits, now: number): void {
  let sum = statSync(path).size;
  for (const number of older) {
    const file = `${path}.${number}`;
    const { size, mtimeMs } = statSync(file);
    sum += size;
    if (sum > totalBytes || now - mtimeMs > days * dayMs) rmSync(file);
  }
}
