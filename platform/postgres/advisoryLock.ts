import type { Pool } from "pg";
import { sql } from "./sql.ts";

/**
 * Runs `work` while this process exclusively holds the lock of that name in the database; other processes wait. The
 * lock is tied to its connection, so it is released if the process dies. `work` needs a second connection if it also
 * uses the pool.
 */
export async function withAdvisoryLock<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    // Polls, because a statement that waits would run into its timeout and hold back vacuum.
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>(
        sql`SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS taken`,
      );
      if (rows[0]?.taken) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const result = await work();
    await client.query(sql`SELECT pg_advisory_unlock(hashtextextended(${name}, 0))`);
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}
