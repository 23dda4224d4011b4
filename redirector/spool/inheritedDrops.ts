import { parse } from "uuid";
import type { SettledTallies } from "./tallyFile.ts";

/**
 * The dropped requests that were counted before this process began, each tally once, whoever finds it. Those that were begun
 * since are of its own listeners, which have reported them.
 */
export function createInheritedDrops(since: number) {
  const found = new Map<string, number>();
  return {
    add(tallies: SettledTallies): void {
      for (const [id, requests] of tallies) if (timeOf(id) < since) found.set(id, requests);
    },
    total: (): number => [...found.values()].reduce((sum, requests) => sum + requests, 0),
  };
}

/** When an id of version 7 was made, in milliseconds since the epoch. */
function timeOf(id: string): number {
  return Buffer.from(parse(id)).readUIntBE(0, 6);
}
