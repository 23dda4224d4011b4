import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";

/** Keeps a process and all its threads on one core, so that the load beside it does not count. False where that can't be done. */
export function pinTo(core: number, pid: number): boolean {
  return availableParallelism() > core && keepOn(String(core), pid);
}

/** The same for several cores, as `0,1`. */
export function keepOn(cores: string, pid: number): boolean {
  return spawnSync("taskset", ["-a", "-p", "-c", cores, String(pid)]).status === 0;
}

/** A tenth of what others get where they want the same core. */
const last = 10;

/**
 * Lets others go before a process. It leads a session of its own, and Linux shares cores out among sessions first.
 */
export function goLast(pid: number): void {
  try {
    setPriority(pid, last);
    writeFileSync(`/proc/${pid}/autogroup`, String(last));
  } catch {
    // Gone meanwhile, or cores are not shared out by session here.
  }
}
