import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@hoplog/platform/process/errorCode.js";

/** Names that a stack creates in its data folder; some get a suffix while being written. */
const ours = new Set([
  "postgres",
  "clickhouse",
  "kafka",
  "redis",
  "spool",
  "replica",
  "logs",
  "cache",
  "secrets.json",
  "ports.json",
  // Files that commit 6dbd9b43 wrote.
  "metrics-ports.json",
  "prometheus-targets.json",
  "pids.json",
  "supervisor.pid",
]);
const isOurs = (name: string): boolean =>
  ours.has(name) || ours.has(name.replace(/\.[^.]+$/, "")) || /^\.probe-\d+$/.test(name);

/** Makes new files of this process and its children readable by their owner only. */
export function makeNewFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Returns whether the folder contains only a stack's files: HOPLOG_DATA may name a folder that also contains others.
 */
export function containsOnlyStackFiles(folder: string): boolean {
  return readdirSync(folder).every(isOurs);
}

/**
 * Restricts a stack's data to its owner, because older releases left it readable by others; also the folder itself, if
 * it contains nothing else. No process may be using it. Returns the paths that could not be restricted, with reasons.
 */
export function closeDataFolder(folder: string): string[] {
  const failures: string[] = [];
  for (const name of readdirSync(folder)) if (isOurs(name)) closeTree(join(folder, name), failures);
  if (containsOnlyStackFiles(folder)) closeOne(folder, failures);
  return failures;
}

function closeTree(path: string, failures: string[]): void {
  if (closeOne(path, failures)) for (const name of readdirSync(path)) closeTree(join(path, name), failures);
}

/** Restricts one file or folder; returns whether it is a folder that can be listed. */
function closeOne(path: string, failures: string[]): boolean {
  try {
    const stats = lstatSync(path);
    if (!stats.isDirectory() && !stats.isFile()) return false;
    if ((stats.mode & 0o077) !== 0) closeOpened(path);
    return stats.isDirectory();
  } catch (error) {
    const code = errorCode(error);
    // ENOENT: the file was deleted since the listing. Otherwise it may belong to root or to Postgres' user.
    if (code !== "ENOENT") failures.push(`${path} (${code})`);
    return false;
  }
}

/** Follows no symbolic links, because as root this also processes files that Postgres' user controls. */
function closeOpened(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    fchmodSync(descriptor, fstatSync(descriptor).mode & 0o700);
  } finally {
    closeSync(descriptor);
  }
}
