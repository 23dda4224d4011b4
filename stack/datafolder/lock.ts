import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { commandOf, isAlive } from "../processes/inspect.ts";
import { StartError } from "../startError.ts";

/** Commands of boot/tool.ts that lock the data folder. */
export const lockingTools = ["rebuild", "restore", "moveToCluster"];

/** Matches the command lines of processes that lock a data folder. */
const supervisors = new RegExp(`\\b(?:(?:up|upCluster|dev)\\.[jt]s|tool\\.[jt]s (?:${lockingTools.join("|")}))\\b`);

/**
 * Locks the data folder for this process; throws StartError if another supervisor holds it. Takes over the lock of a
 * dead process. Returns a function that unlocks.
 */
export function lockDataFolder(folder: string): () => void {
  const path = join(folder, "supervisor.pid");
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, `${process.pid}\n`);
  try {
    // Linking is atomic, so no process can read a half-written lock.
    while (!tryLink(mine, path)) removeIfStale(path, folder);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => {
    if (ownerOf(path) === process.pid) rmSync(path, { force: true });
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function removeIfStale(path: string, folder: string): void {
  const owner = ownerOf(path);
  if (owner === undefined) return;
  if (lives(owner)) {
    throw new StartError(
      `hoplog already runs on ${folder} (process ${owner}).\nStop it with "kill ${owner}", or set HOPLOG_DATA, APP_PORT and SHORT_PORT to run a second one.`,
    );
  }
  // The lock is renamed before it is deleted, because if two starts find the same stale lock, the second could delete
  // the first one's new lock.
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = ownerOf(aside);
  if (moved !== undefined && lives(moved)) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function lives(pid: number): boolean {
  return pid !== process.pid && isAlive(pid) && supervisors.test(commandOf(pid));
}

function ownerOf(path: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path, "utf8"), 10);
  } catch {
    return undefined;
  }
}
