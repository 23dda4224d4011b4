import { clicksWrittenLock, settleSeconds } from "@hoplog/schema/erasure.js";
import type pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "./sql.ts";

export interface Holds {
  /**
   * Runs `work` while no clicks are written to ClickHouse and nothing is erased there. Batches in progress are written
   * first; others wait in the log, and redirects continue. `work` should be short. Rejects if batches or erasures in
   * progress take too long.
   */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the longest time from requesting the lock to releasing it, in milliseconds. */
  longestMs(): number;
  count(): number;
}

/** Maximum wait in milliseconds for batches that are being written. */
const maxWaitMs = 15_000;

/** Maximum wait in milliseconds for erasures, which are short: a longer one is an outage. */
const maxErasureMs = 120_000;

/**
 * Creates {@link Holds} that take the writers' lock on `client`, a dedicated connection. Waits for erasures of this
 * owner, or of all owners if `ownerId` is null.
 */
export function createHolds(client: pg.Client, ownerId: string | null): Holds {
  let [longest, holds] = [0, 0];

  /**
   * Returns whether erasures are in progress. Erasures that wait for our lock can't be distinguished from running ones.
   */
  async function erasing(): Promise<boolean> {
    const { rows } = await client.query<{ erasing: boolean }>(
      sql`SELECT EXISTS (SELECT FROM erasure WHERE done_at IS NULL AND (${ownerId}::uuid IS NULL OR owner_id = ${ownerId})
         AND (passes = 0 OR requested_at < now() - make_interval(secs => ${settleSeconds}))) AS erasing`,
    );
    return rows[0]?.erasing ?? false;
  }

  async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | null> {
    const requestedAt = performance.now();
    await client.query(`SET lock_timeout = ${maxWaitMs}`);
    await client.query(sql`SELECT pg_advisory_lock(hashtextextended(${clicksWrittenLock}, 0))`);
    try {
      // An erasure that begins later waits for the lock before it changes anything.
      if (await erasing()) return null;
      return { value: await work() };
    } finally {
      await client.query(sql`SELECT pg_advisory_unlock(hashtextextended(${clicksWrittenLock}, 0))`);
      longest = Math.max(longest, performance.now() - requestedAt);
      holds++;
    }
  }

  return {
    async hold(work) {
      const until = performance.now() + maxErasureMs;
      for (;;) {
        const done = (await erasing()) ? null : await attempt(work);
        if (done) return done.value;
        if (performance.now() > until)
          throw new Error("the erasure of clicks takes too long. Check whether the api is running");
        await sleep(200);
      }
    },
    longestMs: () => longest,
    count: () => holds,
  };
}
