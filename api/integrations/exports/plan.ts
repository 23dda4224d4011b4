import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { type ExportContent, exportContents, fileTables, planColumns } from "./contents.ts";
import { endOfPeriod, lengthMs, periodsBetween, startOfPeriod } from "./period.ts";
import { cutOfExport, type ExportRow, exportColumns } from "./rows.ts";
import { sources } from "./sources.ts";

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Delay after the end of a period before its file is written: redirectors and ingest deliver within seconds, except in
 * outages.
 */
export const settleMs = 15 * minuteMs;
const recheckMs = limits.clickExportRecheckDays * dayMs;
/** How often written periods are recounted. */
export const recheckEveryMs = 30 * minuteMs;
/** Rows inserted per step. */
const atOnce = 1000;

export type PlanServices = Reads & ClickHouse & Clock & Logs;

/**
 * Schedules files of completed periods, and reschedules those whose rows have changed since. Returns whether there is
 * more to schedule at once.
 */
export async function planFiles(services: PlanServices): Promise<boolean> {
  const { rows } = await services.reads.query<ExportRow>(
    sql`SELECT ${exportColumns} FROM click_export AS e WHERE e.enabled ORDER BY e.id`,
  );
  // Periods whose clicks were deleted in the meantime are not written; their objects remain in the bucket.
  await services.reads.query(
    sql`UPDATE click_export_file AS f SET due_at = NULL FROM click_export AS e
     WHERE e.id = f.export_id AND f.due_at IS NOT NULL AND (f.lease_until IS NULL OR f.lease_until <= ${services.now()})
       AND f.start_at < ${cutOfExport(sql`e.owner_id`)}`,
  );
  let more = false;
  for (const row of rows) {
    for (const content of exportContents) {
      if (content === "conversions" && !row.conversions) continue;
      try {
        if (await planAndRecheck(services, planOf(row, content))) more = true;
      } catch (error) {
        // A failed export is retried in the next round, without delaying the others.
        services.logger.error(
          { err: error, id: row.id, content },
          "planning the files of an export failed; retrying later",
        );
      }
    }
  }
  return more;
}

async function planAndRecheck(services: PlanServices, plan: Plan): Promise<boolean> {
  const isMore = await planOne(services, plan);
  const { recheckedAt } = plan;
  if (!recheckedAt || services.now().getTime() - recheckedAt.getTime() >= recheckEveryMs) await recheck(services, plan);
  return isMore;
}

/** One content type of a destination. */
interface Plan {
  readonly row: ExportRow;
  readonly content: ExportContent;
  readonly plannedUntil: Date | null;
  readonly recheckedAt: Date | null;
}

function planOf(row: ExportRow, content: ExportContent): Plan {
  return content === "clicks"
    ? { row, content, plannedUntil: row.plannedUntil, recheckedAt: row.recheckedAt }
    : { row, content, plannedUntil: row.conversionsPlannedUntil, recheckedAt: row.conversionsRecheckedAt };
}

async function planOne(
  { reads, clickhouse, now }: PlanServices,
  { row, content, plannedUntil }: Plan,
): Promise<boolean> {
  const over = startOfPeriod(row.cadence, new Date(now().getTime() - settleMs));
  const planned = plannedUntil ?? (await firstPeriod(clickhouse, row, content, now()));
  // The retention's cut applies to clicks only, because conversions are stored longer.
  const cut = content === "clicks" ? await cutOf(reads, row.ownerId) : -Infinity;
  const from = new Date(Math.max(planned.getTime(), cut));
  const starts = periodsBetween(row.cadence, from, over, atOnce);
  const last = starts.at(-1);
  if (plannedUntil && !last) return false;
  const { planned: column } = planColumns[content];
  // Uses a single statement, which does nothing if the row was deleted or another process was first.
  await reads.query(
    sql`WITH moved AS (
       UPDATE click_export SET ${raw(column)} = ${last ? endOfPeriod(row.cadence, last) : from} WHERE id = ${row.id}
         AND ${raw(column)} IS NOT DISTINCT FROM ${plannedUntil}::timestamptz RETURNING id)
     INSERT INTO ${raw(fileTables[content])} (export_id, start_at, due_at)
     SELECT moved.id, start_at, ${now()}::timestamptz FROM moved, unnest(${starts}::timestamptz[]) AS start_at
     ON CONFLICT DO NOTHING`,
  );
  return starts.length === atOnce;
}

/**
 * Returns the instant (UTC midnight) before which the workspace's single clicks were deleted, in milliseconds;
 * -Infinity for none.
 */
async function cutOf(reads: PlanServices["reads"], ownerId: string): Promise<number> {
  const { rows } = await reads.query<{ cut: number }>(
    sql`SELECT extract(epoch FROM ${cutOfExport(sql`${ownerId}`)})::float8 * 1000 AS cut`,
  );
  return rows[0]?.cut ?? -Infinity;
}

/**
 * Returns the first period to write, not before the export's start. Skips the time before the first click or
 * conversion, except the days that are rechecked for late ones.
 */
async function firstPeriod(
  clickhouse: ClickHouseClient,
  row: ExportRow,
  content: ExportContent,
  now: Date,
): Promise<Date> {
  const recent = now.getTime() - recheckMs;
  const first = (await sources[content].first(clickhouse, row.ownerId))?.getTime() ?? recent;
  return startOfPeriod(row.cadence, new Date(Math.max(row.startAt.getTime(), Math.min(first, recent))));
}

interface WrittenRow {
  readonly startAt: Date;
  readonly rows: string;
  readonly counted: string | null;
}

/**
 * Reschedules recent periods whose rows have changed since they were written, because rows arrived late or were
 * deleted. For conversions this includes periods before a gap in rechecking, because each conversion is only in the
 * file of its report time.
 */
async function recheck({ reads, clickhouse, now }: PlanServices, { row, content, recheckedAt }: Plan): Promise<void> {
  const [{ id, ownerId, bots, cadence }, to] = [row, now()];
  const checkedTo = content === "conversions" && recheckedAt && recheckedAt < to ? recheckedAt : to;
  const from = startOfPeriod(cadence, new Date(checkedTo.getTime() - recheckMs - lengthMs[cadence]));
  const table = fileTables[content];
  const { rows: written } = await reads.query<WrittenRow>(
    sql`SELECT start_at AS "startAt", rows, counted FROM ${raw(table)}
     WHERE export_id = ${id} AND start_at >= ${from} AND due_at IS NULL AND written_at IS NOT NULL
       AND (${content === "conversions"} OR start_at >= ${cutOfExport(sql`${ownerId}`)})`,
  );
  if (written.length > 0) {
    const marks = await sources[content].marks(clickhouse, { ownerId, from, to, bots }, lengthMs[cadence]);
    const changed = written.filter(({ startAt, rows, counted }) => {
      const present = marks.get(startAt.getTime()) ?? { rows: 0, mark: 0 };
      return present.mark !== Number(counted) || present.rows !== Number(rows);
    });
    await reads.query(
      sql`UPDATE ${raw(table)} SET due_at = ${to} WHERE export_id = ${id} AND due_at IS NULL
        AND start_at = ANY (${changed.map(({ startAt }) => startAt)}::timestamptz[])`,
    );
  }
  await reads.query(sql`UPDATE click_export SET ${raw(planColumns[content].rechecked)} = ${to} WHERE id = ${id}`);
}
