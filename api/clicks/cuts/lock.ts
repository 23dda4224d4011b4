import type pg from "pg";
import { sql } from "@hoplog/platform/postgres/sql.js";

/** Of whoever removes single clicks, alone; shared by those who must not have it happen meanwhile. */
const cutLock = "hoplog cut of clicks";

type Connection = Pick<pg.Client, "query">;

/**
 * Does a work while no single clicks are removed; a removal that is under way is waited for. For what reads clicks and sums as two
 * halves of one whole: making sums anew, erasing, judging again, saving a backup. Pages look at the marks instead.
 */
export async function withoutCuts<T>(client: Connection, work: () => Promise<T>): Promise<T> {
  await client.query(sql`SELECT pg_advisory_lock_shared(hashtextextended(${cutLock}, 0))`);
  try {
    return await work();
  } finally {
    await client.query(sql`SELECT pg_advisory_unlock_shared(hashtextextended(${cutLock}, 0))`);
  }
}

/** Does a removal, or nothing where one of those runs: it doesn't wait, since others would wait behind it. Gives whether it was done. */
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
