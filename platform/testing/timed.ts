import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** One opening or closing of what tests work with, as a line of a process's log holds it; times in milliseconds. */
export interface FixtureTime {
  readonly name: string;
  /** Number of the worker, as Vitest counts them; 0 outside one. */
  readonly worker: number;
  readonly endedAt: number;
  readonly took: number;
}

/**
 * Runs `work` and, during a measured run of the tests, appends the time it took to this process's log in the folder `TEST_TIMES`.
 * Work within work is counted under both names.
 */
export async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const folder = process.env["TEST_TIMES"];
  if (!folder) return work();
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const worker = Number(process.env["VITEST_POOL_ID"] ?? 0);
    const time: FixtureTime = { name, worker, endedAt: Date.now(), took: Math.round(performance.now() - startedAt) };
    appendFileSync(join(folder, `fixtures-${process.pid}.jsonl`), `${JSON.stringify(time)}\n`);
  }
}
