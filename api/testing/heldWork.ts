import pg from "pg";
import { sql } from "@hoplog/platform/postgres/sql.js";

/**
 * Blocks workers, in any process, until a test continues them. Returns the connection that holds their locks until it
 * ends.
 */
export async function holdWork(databaseUrl: string, ...names: readonly string[]): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  for (const name of names) await lockWork(holder, databaseUrl, name);
  return holder;
}

export async function lockWork(holder: pg.Client, databaseUrl: string, name: string): Promise<void> {
  // Queues for the lock first, then ends the connection that has it.
  const held = holder.query(sql`SELECT pg_advisory_lock(hashtextextended(${name}, 0))`);
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  await other.query(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${name}`);
  await other.end();
  await held;
}
