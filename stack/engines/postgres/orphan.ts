import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { commandOf, endProcess } from "../../processes/inspect.ts";

/**
 * Signals for a fast shutdown, then for an immediate one, then for a kill; the last two require recovery at the next
 * start. Timeouts in milliseconds.
 */
export const stopSignals = [
  ["SIGINT", 20_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;

/** Stops a Postgres that still runs on this data folder because its parent was killed. */
export async function stopOrphan(dataDir: string): Promise<void> {
  const pid = runningServer(dataDir);
  if (pid !== undefined) await endProcess(pid, stopSignals);
}

function runningServer(dataDir: string): number | undefined {
  const [first = "", folder = ""] = pidFileOf(dataDir).split("\n");
  const pid = Number(first);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  // The id may have been reused, so only a Postgres on this data folder is stopped.
  const command = commandOf(pid);
  const names = [dataDir, folder, realpathSync(dataDir)].filter((name) => name !== "");
  return command.includes("postgres") && names.some((name) => command.includes(name)) ? pid : undefined;
}

/** Returns the content of the pid file; empty if there is none, because a stopping Postgres deletes it. */
function pidFileOf(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, "postmaster.pid"), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}
