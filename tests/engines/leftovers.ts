import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Deletes what killed runs left in a folder: entries named with the prefix and the id of an ended process. */
export function removeLeftovers(parent: string, prefix: string, isAlive: (pid: number) => boolean): void {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(owner) && !isAlive(owner)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
