import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "@hoplog/platform/process/errorCode.js";

const hasProc = existsSync("/proc/self/cmdline");

/**
 * Returns whether a process with this id runs under any user. A zombie counts as ended, because it holds no resources.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  return hasProc ? !hasEnded(pid) : commandOf(pid) !== "";
}

/**
 * Returns whether a process has ended, by its state, because an ending process loses its command line before its ports.
 */
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return true;
  }
}

/** Returns the command line of a process, its arguments joined by blanks; empty if there is no such process. */
export function commandOf(pid: number): string {
  try {
    if (hasProc) return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const [state = "", ...command] = execFileSync("ps", ["-ww", "-o", "stat=,args=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .trim()
      .split(/\s+/);
    return state.startsWith("Z") ? "" : command.join(" ");
  } catch {
    return "";
  }
}

/** Sends a signal; ignores "no such process", because the process was ending anyway. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** Waits at most `timeoutMs` until the process has ended; resolves with whether it has. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

/**
 * Sends the signals in turn, each with its own timeout in milliseconds, until the process has ended. Rejects if it
 * still runs after the last timeout.
 */
export async function endProcess(pid: number, steps: readonly (readonly [NodeJS.Signals, number])[]): Promise<void> {
  for (const [name, timeoutMs] of steps) {
    signal(pid, name);
    if (await waitUntilGone(pid, timeoutMs)) return;
  }
  throw new Error(`process ${pid} did not end: ${commandOf(pid)}`);
}
