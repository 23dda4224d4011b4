import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Clock } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Reads } from "../database/reads.ts";
import { countedByPeriod, firstClick } from "./clicksFile.ts";
import { endOfPeriod, lengthMs, periodsBetween, startOfPeriod } from "./period.ts";
import { cutOfExport, type ExportRow, exportColumns } from "./rows.ts";

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/** A period is written once it has been over for so long: redirectors and ingest deliver within seconds, but for outages. */
export const settleMs = 15 * minuteMs;
const recheckMs = limits.clickExportRecheckDays * dayMs;
/** How often periods that have been written are counted again. */
export const recheckEveryMs = 30 * minuteMs;
/** Rows put down in one step. */
const atOnce = 1000;

export type PlanServices = Reads & ClickHouse & Clock;

/**
 * Puts down which files are to be written: of periods that are over, and again of those whose clicks are others than were
 * written. Gives whether there is more to put down at once.
 */
export async function planFiles(services: PlanServices): Promise<boolean> {
  const { rows } = await services.reads.query<ExportRow>(
    `SELECT ${exportColumns} FROM click_export AS e WHERE e.enabled ORDER BY e.id`,
  );
  // Of periods whose clicks were removed meanwhile nothing is to be written: what is in the bucket stays.
  await services.reads.query(
    `UPDATE click_export_file AS f SET due_at = NULL FROM click_export AS e
     WHERE e.id = f.export_id AND f.due_at IS NOT NULL AND (f.lease_until IS NULL OR f.lease_until <= $1)
       AND f.start_at < ${cutOfExport("e.owner_id")}`,
    [services.now()],
  );
  let more = false;
  for (const row of rows) {
    if (await planOne(services, row)) more = true;
    const { recheckedAt } = row;
    if (recheckedAt && services.now().getTime() - recheckedAt.getTime() < recheckEveryMs) continue;
    await recheck(services, row);
  }
  return more;
}

async function planOne({ reads, clickhouse, now }: PlanServices, row: ExportRow): Promise<boolean> {
  const over = startOfPeriod(row.cadence, new Date(now().getTime() - settleMs));
  const planned = row.plannedUntil ?? (await firstPeriod(clickhouse, row, now()));
  const from = new Date(Math.max(planned.getTime(), await cutOf(reads, row.ownerId)));
  const starts = periodsBetween(row.cadence, from, over, atOnce);
  const last = starts.at(-1);
  if (row.plannedUntil && !last) return false;
  // One statement, which does nothing where the row is gone, or where another process was there first.
  await reads.query(
    `WITH moved AS (
       UPDATE click_export SET planned_until = $4 WHERE id = $1 AND planned_until IS NOT DISTINCT FROM $5::timestamptz RETURNING id)
     INSERT INTO click_export_file (export_id, start_at, due_at)
     SELECT moved.id, start_at, $2::timestamptz FROM moved, unnest($3::timestamptz[]) AS start_at
     ON CONFLICT DO NOTHING`,
    [row.id, now(), starts, last ? endOfPeriod(row.cadence, last) : from, row.plannedUntil],
  );
  return starts.length === atOnce;
}

/** Before which instant (a midnight of UTC) the workspace's single clicks were removed, in milliseconds; -Infinity for none. */
async function cutOf(reads: PlanServices["reads"], ownerId: string): Promise<number> {
  const { rows } = await reads.query<{ cut: number }>(
    `SELECT extract(epoch FROM ${cutOfExport("$1")})::float8 * 1000 AS cut`,
    [ownerId],
  );
  return rows[0]?.cut ?? -Infinity;
}

/** Where files begin: at the first click, so that no years of nothing are asked about, but early enough for late clicks. */
async function firstPeriod(clickhouse: ClickHouseClient, row: ExportRow, now: Date): Promise<Date> {
  const recent = now.getTime() - recheckMs;
  const first = (await firstClick(clickhouse, row.ownerId))?.getTime() ?? recent;
  return startOfPeriod(row.cadence, new Date(Math.max(row.startAt.getTime(), Math.min(first, recent))));
}

interface WrittenRow {
  readonly startAt: Date;
  readonly rows: string;
  readonly counted: string | null;
}

/** Periods of the last days are due again where their clicks are not those that were written: some came late, or were erased. */
async function recheck({ reads, clickhouse, now }: PlanServices, row: ExportRow): Promise<void> {
  const [{ id, ownerId, bots, cadence }, to] = [row, now()];
  const from = startOfPeriod(cadence, new Date(to.getTime() - recheckMs - lengthMs[cadence]));
  const { rows: written } = await reads.query<WrittenRow>(
    `SELECT start_at AS "startAt", rows, counted FROM click_export_file
     WHERE export_id = $1 AND start_at >= $2 AND due_at IS NULL AND written_at IS NOT NULL AND start_at >= ${cutOfExport("$3")}`,
    [id, from, ownerId],
  );
  if (written.length > 0) {
    const counted = await countedByPeriod(clickhouse, { ownerId, from, to, bots }, lengthMs[cadence]);
    const changed = written.filter(({ startAt, rows, counted: then }) => {
      const present = counted.get(startAt.getTime()) ?? 0;
      return present !== Number(then) || present !== Number(rows);
    });
    await reads.query(
      `UPDATE click_export_file SET due_at = $2 WHERE export_id = $1 AND due_at IS NULL AND start_at = ANY ($3::timestamptz[])`,
      [id, to, changed.map(({ startAt }) => startAt)],
    );
  }
  await reads.query("UPDATE click_export SET rechecked_at = $2 WHERE id = $1", [id, to]);
}
