import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes what runs that were killed have left in a folder: whatever is named by a prefix and the id of a process that has ended. */
export function removeLeftovers(parent: string, prefix: string, isAlive: (pid: number) => boolean): void {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(owner) && !isAlive(owner)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
