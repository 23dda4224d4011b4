import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { conversionLimits } from "@hoplog/schema/conversions/conversion.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import type pg from "pg";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { conversionColumns, type ConversionRow } from "./conversion.ts";
import { blankCut } from "./blankCut.ts";
import { findClicks, removeConversions, writeConversions, writeRefunds } from "./writeRows.ts";

export type ConversionWorkerBase = ClickHouse &
  Clock &
  Logs & { readonly databaseUrl: string; readonly registry: Registry };

/**
 * Poll interval for conversions that other API processes stored; the worker is notified of those stored by its own
 * process.
 */
const pollMs = 5000;
/** Maximum conversions per step; each one is looked up in ClickHouse's index. */
const batch = 50;
const dayMs = 24 * 60 * 60 * 1000;
const longestPauseMs = 60 * 60 * 1000;

/**
 * Writes conversions to ClickHouse once their clicks are counted, or without clicks after the search time, and writes
 * refunds and deletions. Runs in one process at a time, until stopped. A step may be interrupted anywhere and repeated:
 * a row that is written twice counts once.
 */
export function startConversions(base: ConversionWorkerBase): RunningWork {
  const { databaseUrl, logger, registry, now } = base;
  const overdue = new Gauge({
    name: "hoplog_api_conversions_overdue_seconds",
    help: "Seconds that the longest-waiting conversion has been ready for ClickHouse without being written",
    registers: [registry],
  });
  const written = new Counter({
    name: "hoplog_api_conversions_written_total",
    help: "Conversions written to ClickHouse: with their click, without it, with a refund, or as deleted",
    labelNames: ["how"],
    registers: [registry],
  });
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog conversions",
    logger,
    pollMs,
    async step(client) {
      // Usually no conversion is due, and this is the only statement of the step.
      const dueFor = await secondsDue(client, now());
      const isDue = dueFor !== null && dueFor >= 0;
      const done = isDue ? await unlessReclassifying(client, () => workConversions(base, client)) : null;
      for (const [how, count] of Object.entries(done ?? {})) written.inc({ how }, count);
      const left = isDue ? await secondsDue(client, now()) : dueFor;
      overdue.set(Math.max(0, left ?? 0));
      if (done && Object.values(done).some((count) => count > 0)) return "worked";
      return left === null ? "idle" : left < 0 ? Math.ceil(-left * 1000) : "expecting";
    },
  });
}

/**
 * Returns how many seconds the longest due conversion has been due, negative if none is due yet; null if none is
 * pending.
 */
async function secondsDue(client: pg.Client, at: Date): Promise<number | null> {
  const { rows } = await client.query<{ seconds: number | null }>(
    named(
      "conversions_overdue",
      sql`SELECT extract(epoch FROM ${at}::timestamptz - min(next_try_at))::float8 AS seconds FROM conversion`,
    ),
  );
  return rows[0]?.seconds ?? null;
}

/**
 * Runs `work` only while no reclassification replaces clicks, so that it copies no outdated classification. Returns
 * null if one is running; the caller then retries soon instead of waiting.
 */
async function unlessReclassifying<T>(client: pg.Client, work: () => Promise<T>): Promise<T | null> {
  const { rows } = await client.query<{ held: boolean }>(
    sql`SELECT pg_try_advisory_lock_shared(hashtextextended(${clicksWrittenLock}, 0)) AS held`,
  );
  if (rows[0]?.held !== true) return null;
  try {
    return await work();
  } finally {
    await client.query(sql`SELECT pg_advisory_unlock_shared(hashtextextended(${clicksWrittenLock}, 0))`);
  }
}

interface DueRow extends ConversionRow {
  readonly isDeleted: boolean;
}

/** Writes one batch of due conversions, on the connection that holds the lock. Returns what was written. */
export async function workConversions({ clickhouse, now }: ClickHouse & Clock, client: pg.Client) {
  const at = now();
  // Latest due time first, so that conversions whose clicks never arrive do not delay others.
  const { rows } = await client.query<DueRow>(
    sql`SELECT ${conversionColumns}, deleted_at IS NOT NULL AS "isDeleted" FROM conversion
     WHERE next_try_at <= ${at} ORDER BY next_try_at DESC LIMIT ${batch}`,
  );
  const deleted = rows.filter(({ isDeleted }) => isDeleted);
  await removeConversions(clickhouse, deleted);
  const written = rows.filter(({ isDeleted, matched }) => !isDeleted && matched !== null);
  const refunded = await writeRefunds(clickhouse, written);
  const present = rows.filter(({ id, isDeleted }) => !isDeleted && !refunded.has(id));
  const clicks = await findClicks(clickhouse, present);
  const matched = present.filter(({ id }) => clicks.has(id));
  const missing = present.filter(({ id }) => !clicks.has(id));
  const givenUp = missing.filter(
    ({ createdAt }) => at.getTime() - createdAt.getTime() >= conversionLimits.searchDays * dayMs,
  );
  await writeConversions(
    clickhouse,
    [...matched, ...givenUp].map((conversion) => ({ conversion, click: clicks.get(conversion.id) ?? null })),
  );
  await blankCut(clickhouse, client, present.length + refunded.size > 0 ? rows : []);
  await client.query(sql`DELETE FROM conversion WHERE id = ANY (${idsOf(deleted)}) AND deleted_at IS NOT NULL`);
  // Conversions that were deleted or refunded in the meantime keep their new due time.

  const note = (done: readonly ConversionRow[], isMatched: boolean | null) =>
    client.query(sql`UPDATE conversion SET matched = coalesce(${isMatched}, matched), next_try_at = NULL
    FROM unnest(${idsOf(done)}::uuid[], ${done.map(({ refunds }) => refunds)}::smallint[]) AS done (id, refunds)
    WHERE conversion.id = done.id AND conversion.refunds = done.refunds AND deleted_at IS NULL`);
  await note(
    written.filter(({ id }) => refunded.has(id)),
    null,
  );
  await note(matched, true);
  await note(givenUp, false);
  await client.query(
    sql`UPDATE conversion SET tries = tries + 1,
       next_try_at = ${at}::timestamptz + least(power(2, least(tries, 20)) * interval '1 second',
         ${longestPauseMs} * interval '1 millisecond')
     WHERE id = ANY (${idsOf(missing.filter((one) => !givenUp.includes(one)))}) AND deleted_at IS NULL AND next_try_at <= ${at}`,
  );
  return { matched: matched.length, refunded: refunded.size, unmatched: givenUp.length, removed: deleted.length };
}

function idsOf(rows: readonly ConversionRow[]): string[] {
  return rows.map(({ id }) => id);
}
