import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@hoplog/platform/process/errorCode.js";

/** What a stack makes in its data folder; of some, with something behind it while they are being written. */
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
  // Of commit 6dbd9b43.
  "metrics-ports.json",
  "prometheus-targets.json",
  "pids.json",
  "supervisor.pid",
]);
const isOurs = (name: string): boolean =>
  ours.has(name) || ours.has(name.replace(/\.[^.]+$/, "")) || /^\.probe-\d+$/.test(name);

/** From now on nobody else can read what this process and its children make. */
export function keepNewFilesPrivate(): void {
  process.umask(0o077);
}

/** Whether a data folder is nothing but that: HOPLOG_DATA may name one that holds other things as well. */
export function holdsOnlyOurs(folder: string): boolean {
  return readdirSync(folder).every(isOurs);
}

/**
 * Takes all rights to a stack's data, and to the folder that holds nothing else, from everybody but the owner: an older
 * release has left some. Nothing may run on it. Returns what could not be closed, with the reason.
 */
export function closeDataFolder(folder: string): string[] {
  const failures: string[] = [];
  for (const name of readdirSync(folder)) if (isOurs(name)) closeTree(join(folder, name), failures);
  if (holdsOnlyOurs(folder)) closeOne(folder, failures);
  return failures;
}

function closeTree(path: string, failures: string[]): void {
  if (closeOne(path, failures)) for (const name of readdirSync(path)) closeTree(join(path, name), failures);
}

/** Says whether it is a folder that can be looked into. */
function closeOne(path: string, failures: string[]): boolean {
  try {
    const stats = lstatSync(path);
    if (!stats.isDirectory() && !stats.isFile()) return false;
    if ((stats.mode & 0o077) !== 0) closeOpened(path);
    return stats.isDirectory();
  } catch (error) {
    const code = errorCode(error);
    // Gone meanwhile, or another's: root has made it, or Postgres as its own user.
    if (code !== "ENOENT") failures.push(`${path} (${code})`);
    return false;
  }
}

/** As root this also walks through what belongs to Postgres' user: no link is followed. */
function closeOpened(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    fchmodSync(descriptor, fstatSync(descriptor).mode & 0o700);
  } finally {
    closeSync(descriptor);
  }
}
