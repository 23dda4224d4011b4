import { execFileSync } from "node:child_process";

/**
 * Returns the process and its descendants, because a server's workers continue if only its first process is stopped.
 */
export function processTree(pid: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const children = new Map<number, number[]>();
  for (const line of table.trim().split("\n")) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const below = (of: number): number[] => [of, ...(children.get(of) ?? []).flatMap(below)];
  return below(pid);
}
