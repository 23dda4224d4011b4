import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { oneServer } from "@hoplog/platform/clickhouse/oneServer.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type pg from "pg";
import { type CutStep, deleteClicksBefore, forgetOldBatches } from "../../clicks/cuts/deleteClicks.ts";
import { cutting } from "../../clicks/cuts/lock.ts";
import { markCut } from "../../clicks/cuts/mark.ts";
import { cutDayOf, earlier, later, utcDay } from "./change.ts";

export interface CutJob {
  readonly clickhouse: ClickHouseClient;
  /** A connection used for nothing else, because it holds a lock. */
  readonly client: pg.Client;
  readonly now: Date;
  readonly logger: Logger;
  /** Called before each step; for tests. */
  readonly onStep?: (step: "begin" | "mark" | CutStep | "note") => Promise<void> | void;
}

/** Accounts per deletion. */
const ownersAtOnce = 1000;

interface DueRow {
  readonly ownerId: string;
  readonly days: number | null;
  readonly cutBefore: string | null;
}

/**
 * Deletes single clicks beyond the retention, once a day per account, including late ones. Cut dates are stored first:
 * from then on readers start at the cut. May be killed at any point and repeated. Returns false if it must wait for
 * other work that reads clicks and sums.
 */
export async function cutClicks(job: CutJob): Promise<boolean> {
  const { client, now } = job;
  await client.query(
    sql`UPDATE click_retention SET days = waiting_days, waiting_days = NULL, waiting_from = NULL, done_at = NULL
      WHERE waiting_from <= ${now}`,
  );
  // Days are strings, so that time zones cannot shift them.
  const { rows } = await client.query<DueRow>(sql`
  SELECT owner_id AS "ownerId", days, cut_before::text AS "cutBefore" FROM click_retention
  WHERE (days IS NOT NULL OR cut_before IS NOT NULL)
    AND (done_at IS NULL OR done_before IS DISTINCT FROM cut_before OR (done_at AT TIME ZONE 'UTC')::date < ${utcDay(now)}::date
      OR held_since IS NOT NULL)
  ORDER BY owner_id`);
  if (rows.length === 0) return true;
  const wasFree = await cutting(client, async () => {
    // While a month is only partly reclassified, nothing is deleted, because its clicks and sums differ.
    const { rows: half } = await client.query("SELECT FROM rejudged_month WHERE NOT is_whole LIMIT 1");
    if (half.length === 0) await cutAll(job, rows);
  });
  return wasFree;
}

async function cutAll(job: CutJob, due: readonly DueRow[]): Promise<void> {
  const { client, onStep } = job;
  // Uses a single server, to delete what was just marked.
  const clickhouse = await oneServer(job.clickhouse);
  await onStep?.("begin");
  const byDay = new Map<string, string[]>();
  for (const row of due) {
    const day = await moveMarkOrLeave(job, row);
    if (day !== null) byDay.set(day, [...(byDay.get(day) ?? []), row.ownerId]);
  }
  for (const [day, all] of byDay) {
    for (let at = 0; at < all.length; at += ownersAtOnce) {
      const owners = all.slice(at, at + ownersAtOnce);
      await onStep?.("mark");
      await markCut(clickhouse, owners, day);
      await deleteClicksBefore(clickhouse, owners, day, onStep);
      await onStep?.("note");
      await client.query(
        sql`UPDATE click_retention SET done_before = cut_before, done_at = ${job.now} WHERE owner_id = ANY (${owners}::uuid[])
          AND cut_before = ${day}::date`,
      );
    }
  }
  await forgetOldBatches(clickhouse);
}

/**
 * Moves the cut date of an account. A failing account is logged and retried in the next round, without blocking others.
 * Returns the day; null on failure, and if nothing is to be deleted.
 */
async function moveMarkOrLeave({ client, now, logger }: CutJob, row: DueRow): Promise<string | null> {
  try {
    return await moveMark(client, row, now);
  } catch (error) {
    // Throws if the connection, and the lock on it, is lost.
    await client.query("SELECT 1");
    logger.error({ err: error, id: row.ownerId }, "removing old clicks of a workspace failed; retrying later");
    return null;
  }
}

/**
 * Moves the account's cut date in PostgreSQL as far as its retention and exports allow. Returns the day; null if
 * nothing is to be deleted.
 */
async function moveMark(client: pg.Client, { ownerId, days, cutBefore }: DueRow, now: Date): Promise<string | null> {
  if (days === null) return cutBefore;
  const target = cutDayOf(now, days);
  await client.query("BEGIN");
  try {
    const needed = await exportsNeed(client, ownerId, cutBefore);
    const allowed = needed === null ? target : earlier(target, needed);
    const day = cutBefore === null ? allowed : later(cutBefore, allowed);
    const isHeld = needed !== null && needed < target;
    const { rows } = await client.query<{ day: string }>(
      sql`UPDATE click_retention SET cut_before = ${day}::date, held_since = CASE WHEN ${isHeld} THEN coalesce(held_since,
        ${now}::timestamptz) END
       WHERE owner_id = ${ownerId} RETURNING cut_before::text AS day`,
    );
    await client.query("COMMIT");
    return rows[0]?.day ?? null;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * Returns the first UTC day whose single clicks an export of the workspace still needs; null if none does. Locks the
 * exports until the commit, so that no file of a day to be deleted is started in the meantime. Days before the current
 * cut cannot be exported any more.
 */
async function exportsNeed(
  client: Pick<pg.Client, "query">,
  ownerId: string,
  cutBefore: string | null,
): Promise<string | null> {
  await client.query(sql`SELECT FROM click_export WHERE owner_id = ${ownerId} ORDER BY id FOR UPDATE`);
  const { rows } = await client.query<{ day: string | null }>(
    sql`SELECT (min(needed) AT TIME ZONE 'UTC')::date::text AS day FROM (
       SELECT coalesce(planned_until, greatest(start_at, ${cutBefore}::date::timestamp AT TIME ZONE 'UTC')) AS needed
         FROM click_export
         WHERE owner_id = ${ownerId} AND enabled
       UNION ALL
       SELECT f.start_at FROM click_export_file AS f JOIN click_export AS e ON e.id = f.export_id
         WHERE e.owner_id = ${ownerId} AND e.enabled AND f.due_at IS NOT NULL
           AND (${cutBefore}::date IS NULL OR f.start_at >= ${cutBefore}::date::timestamp AT TIME ZONE 'UTC')) AS of_exports`,
  );
  return rows[0]?.day ?? null;
}
