import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { commandOf, isAlive } from "../processes/inspect.ts";
import { StartError } from "../startError.ts";

/** Words of a supervisor's command line. */
const supervisors = /\b(up|upCluster|dev|rebuild|restore|moveToCluster)\.(js|ts)\b/;

/**
 * Claims the data folder for this process; StartError when another supervisor has it. A lock whose owner is gone is
 * taken over. Returns what gives the folder free.
 */
export function lockDataFolder(folder: string): () => void {
  const path = join(folder, "supervisor.pid");
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, `${process.pid}\n`);
  try {
    // A link appears whole or not at all, so nobody reads a half-written lock.
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
      `hoplog already runs on ${folder} (process ${owner}).\nStop it with "kill ${owner}", or set HOPLOG_DATA, APP_PORT and SHORT_PORT for a second one.`,
    );
  }
  // Moved first: if two starts find the same stale lock, the second may get hold of the first one's new lock.
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
