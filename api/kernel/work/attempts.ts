import { pauseAfter, type Pauses } from "@hoplog/platform/retry/retry.js";
import type { Clock, Logs } from "../calls/capabilities.ts";
import { isDatabaseUnavailable } from "../calls/databaseFailure.ts";

/**
 * Tracks items whose work failed. Each is skipped for a while, longer after each failure, so that the others come
 * first.
 */
export interface Attempts {
  /** Returns the ids of the items to skip. */
  leftOut(): string[];
  /**
   * Runs the work of an item. A failure is logged, and the item is skipped for a while. Returns whether it succeeded.
   * Rethrows errors of an unreachable database, because the item did not cause them.
   */
  attempt(id: string, work: () => Promise<unknown>): Promise<boolean>;
}

export interface AttemptSettings extends Logs, Clock {
  /** A random number from 0 to 1 that spreads pauses. */
  readonly chance?: () => number;
  readonly pauses?: Pauses;
}

const minuteMs = 60_000;

interface Failed {
  readonly failures: number;
  readonly until: number;
}

/**
 * Stores failures in memory: another process, or this one after a restart, retries each item at once. `what` starts the
 * log lines.
 */
export function createAttempts(settings: AttemptSettings, what: string): Attempts {
  const { logger, now, chance = Math.random } = settings;
  const { pauses = { firstMs: minuteMs, maxMs: 60 * minuteMs } } = settings;
  const failedById = new Map<string, Failed>();

  function fail(id: string, error: unknown): void {
    const failures = failedById.get(id)?.failures ?? 0;
    failedById.set(id, { failures: failures + 1, until: now().getTime() + pauseAfter(failures, pauses, chance()) });
    logger.error({ err: error, id }, `${what} and will be tried again`);
  }

  return {
    leftOut() {
      const at = now().getTime();
      // Removes items that were not retried, because they were completed elsewhere.
      for (const [id, { until }] of failedById) if (until + pauses.maxMs <= at) failedById.delete(id);
      return [...failedById].flatMap(([id, { until }]) => (until > at ? [id] : []));
    },
    async attempt(id, work) {
      try {
        await work();
        failedById.delete(id);
        return true;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        fail(id, error);
        return false;
      }
    },
  };
}
