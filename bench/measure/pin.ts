import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Keeps a process and all its threads on one core, so that the load beside it does not count. False where that can't be done. */
export function pinTo(core: number, pid: number): boolean {
  if (availableParallelism() <= core) return false;
  return spawnSync("taskset", ["-a", "-p", "-c", String(core), String(pid)]).status === 0;
}
