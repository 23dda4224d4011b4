import type { Pool } from "pg";
import { sql } from "./sql.ts";

/**
 * Runs `work` while this process alone, of all connected to the database, holds the lock of that name; others wait.
 * The lock goes with its connection, so a process that dies never leaves it behind;
 * `work` needs a second one if it uses the pool too.
 */
export async function withAdvisoryLock<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    // Asking again instead of waiting: a waiting statement would run into its timeout and hold back vacuum.
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
