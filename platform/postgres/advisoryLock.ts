import type { Pool } from "pg";

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
        "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken",
        [name],
      );
      if (rows[0]?.taken) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const result = await work();
    await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name]);
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}
