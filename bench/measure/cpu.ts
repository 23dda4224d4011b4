import { readFileSync } from "node:fs";
import { childrenOf } from "./process.ts";
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Returns the processor time of all threads of a process so far, in seconds (Linux). */
export function cpuSeconds(pid: number): number {
  const { own } = timesOf(pid);
  return own;
}

/**
 * Returns the processor time in seconds of a process and all its current and former children, such as Postgres'
 * connections.
 */
export function familyCpuSeconds(pid: number): number {
  const { own, ended } = timesOf(pid);
  return childrenOf(pid).reduce((sum, child) => sum + ifThere(child), own + ended);
}

/** Returns a child's time; 0 if it has ended since it was listed, because its time then counts for its parent. */
function ifThere(pid: number): number {
  try {
    return cpuSeconds(pid);
  } catch {
    return 0;
  }
}

/** Returns times in seconds; `ended` is the time of ended children. */
function timesOf(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may contain spaces; user and system time are the 14th and 15th field, followed by the
  // times of the children.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) / ticksPerSecond, ended: (endedUser + endedSystem) / ticksPerSecond };
}

const ticksPerSecond = 100;

/**
 * Pins a process and all its threads to one core, so that other load on the machine does not count. Returns false if
 * that is not possible.
 */
export function pinTo(core: number, pid: number): boolean {
  return availableParallelism() > core && keepOn(String(core), pid);
}

/** Pins a process and all its threads to several cores, such as `0,1`. Returns false if that is not possible. */
export function keepOn(cores: string, pid: number): boolean {
  return spawnSync("taskset", ["-a", "-p", "-c", cores, String(pid)]).status === 0;
}
