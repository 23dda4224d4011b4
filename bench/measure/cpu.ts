import { readFileSync } from "node:fs";
import { childrenOf } from "./process.ts";

/** Processor time that a process has used so far, in seconds, all its threads together (Linux). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may hold spaces; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The same of a process and its children that live, such as Postgres' connections. */
export function familyCpuSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuSeconds(each), 0);
}

const ticksPerSecond = 100;
