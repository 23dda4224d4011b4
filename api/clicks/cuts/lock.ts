import type pg from "pg";
import { sql } from "@hoplog/platform/postgres/sql.js";

/**
 * Lock that retentions hold exclusively while they delete single clicks; work that must not run at the same time shares
 * it.
 */
const cutLock = "hoplog cut of clicks";

type Connection = Pick<pg.Client, "query">;

/**
 * Runs work while no retention deletes single clicks, after a running deletion ends. For work that combines clicks and
 * sums: rebuilding sums, erasure, reclassification, backups. Pages check the cut marks instead.
 */
export async function withoutCuts<T>(client: Connection, work: () => Promise<T>): Promise<T> {
  await client.query(sql`SELECT pg_advisory_lock_shared(hashtextextended(${cutLock}, 0))`);
  try {
    return await work();
  } finally {
    await client.query(sql`SELECT pg_advisory_unlock_shared(hashtextextended(${cutLock}, 0))`);
  }
}

/**
 * Runs a deletion, unless work of {@link withoutCuts} or another deletion runs. It does not wait for them, because
 * other work would queue behind it. Returns whether it ran.
 */
export async function cutting(client: Connection, work: () => Promise<void>): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtextextended(${cutLock}, 0)) AS mine`,
  );
  if (rows[0]?.mine !== true) return false;
  try {
    await work();
  } finally {
    await client.query(sql`SELECT pg_advisory_unlock(hashtextextended(${cutLock}, 0))`);
  }
  return true;
}
