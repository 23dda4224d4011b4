import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** The time of creating or removing one test fixture, as a line in a process's log. Times are in milliseconds. */
export interface FixtureTime {
  readonly name: string;
  /** Vitest's number of the worker; 0 outside of workers. */
  readonly worker: number;
  readonly endedAt: number;
  readonly took: number;
}

/**
 * Runs `work` and, during a measured test run, appends the time it took to this process's log in the folder
 * `TEST_TIMES`. Nested work is counted under both names.
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
