import type pg from "pg";

/** Of whoever removes single clicks, alone; shared by those who must not have it happen meanwhile. */
const cutLock = "hoplog cut of clicks";

type Connection = Pick<pg.Client, "query">;

/**
 * Does a work while no single clicks are removed; a removal that is under way is waited for. For what reads clicks and sums as two
 * halves of one whole: making sums anew, erasing, judging again, saving a backup. Pages look at the marks instead.
 */
export async function withoutCuts<T>(client: Connection, work: () => Promise<T>): Promise<T> {
  await client.query("SELECT pg_advisory_lock_shared(hashtextextended($1, 0))", [cutLock]);
  try {
    return await work();
  } finally {
    await client.query("SELECT pg_advisory_unlock_shared(hashtextextended($1, 0))", [cutLock]);
  }
}

/** Does a removal, or nothing where one of those runs: it doesn't wait, since others would wait behind it. Gives whether it was done. */
export async function cutting(client: Connection, work: () => Promise<void>): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine",
    [cutLock],
  );
  if (rows[0]?.mine !== true) return false;
  try {
    await work();
  } finally {
    await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [cutLock]);
  }
  return true;
}
