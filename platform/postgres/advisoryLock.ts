import type { Pool } from "pg";
import { sql } from "./sql.ts";

/**
 * Runs `work` while this process exclusively holds the lock of that name in the database; others wait. The lock is tied
 * to its connection, so a process that dies never leaves it behind. `work` needs a second connection if it uses the
 * pool too.
 */
export async function withAdvisoryLock<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    // Polls instead of waiting: a waiting statement would run into its timeout and hold back vacuum.
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
