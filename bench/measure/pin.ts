import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Keeps a process and all its threads on one core, so that the load beside it does not count. False where that can't be done. */
export function pinTo(core: number, pid: number): boolean {
  return availableParallelism() > core && keepOn(String(core), pid);
}

/** The same for several cores, as `0,1`. */
export function keepOn(cores: string, pid: number): boolean {
  return spawnSync("taskset", ["-a", "-p", "-c", cores, String(pid)]).status === 0;
}
