import { sql } from "@hoplog/platform/postgres/sql.js";
import { outletLimits } from "@hoplog/schema/outlets.js";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { enqueueMail } from "../../accounts/mail/outbox.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { Connection } from "../../kernel/work/dueWork.ts";
import { dueAt, nextPeriod, type Period, periodOf } from "./period.ts";
import { type Report, reportColumns } from "./queries.ts";

/** Time after which sending is given up, longer than an outage of a mail server or ClickHouse over a weekend. */
const giveUpMs = 7 * 24 * 60 * 60 * 1000;

/** Maximum reports per step, each in a separate transaction. */
const atOnce = 4;

/** Puts the report of a period into the outbox. */
export async function enqueueReport(
  services: Clock & Ids,
  tx: Transaction,
  { id }: Pick<Report, "id">,
  { first, end }: Period,
): Promise<void> {
  const now = services.now();
  await enqueueMail(
    tx,
    { kind: "report", data: { reportId: id, first, end } },
    { id: services.newId(), now, giveUpAt: new Date(now.getTime() + giveUpMs) },
  );
}

export interface DueReport {
  readonly id: string;
}

type ReportWork = Database & Clock & Ids;

const isPaused = sql`NOT ${notPaused("report", "report.id")}`;
/** A period of a paused report is skipped once it has been due for longer than the retention of paused outlets. */
const dueMoment = sql`CASE WHEN ${isPaused} THEN due_at + make_interval(days => ${outletLimits.keptDays})
  WHEN ${notBanned("owner_id")} THEN due_at END`;

/** Returns for how many seconds the longest waiting report has been due, negative if none is due yet; null for none. */
export async function reportDueFor(client: Connection, now: Date): Promise<number | null> {
  const { rows } = await client.query<{ seconds: number | null }>(
    sql`SELECT extract(epoch FROM ${now}::timestamptz - min(${dueMoment}))::float8 AS seconds FROM report`,
  );
  return rows[0]?.seconds ?? null;
}

/** Returns due reports, except `leftOut`. */
export async function dueReports(client: Connection, leftOut: readonly string[], now: Date): Promise<DueReport[]> {
  const { rows } = await client.query<DueReport>(
    sql`SELECT id FROM report WHERE ${dueMoment} <= ${now} AND id <> ALL (${leftOut}::uuid[]) ORDER BY due_at, id LIMIT ${atOnce}`,
  );
  return rows;
}

/**
 * Puts a due report into the outbox, unless it is paused, and schedules the next one in the same transaction, so that
 * each period is sent once, by whichever process. Returns whether it was enqueued.
 */
export async function enqueueDueReport(services: ReportWork, { id }: DueReport): Promise<boolean> {
  return services.orm.em.fork().transactional(async (tx) => {
    const [report] = await rowsOf<Report & { readonly isPaused: boolean }>(
      tx,
      sql`SELECT ${reportColumns}, ${isPaused} AS "isPaused" FROM report
       WHERE id = ${id} AND ${dueMoment} <= ${services.now()} FOR UPDATE SKIP LOCKED`,
    );
    if (!report?.nextDay) return false;
    const period = periodOf(report.cadence, report.nextDay);
    if (!report.isPaused) await enqueueReport(services, tx, report, period);
    await moveOn(tx, report, period);
    return !report.isPaused;
  });
}

async function moveOn(tx: Transaction, { id, cadence, tz }: Report, period: Period): Promise<void> {
  const next = nextPeriod(cadence, period);
  await execute(tx, sql`UPDATE report SET next_day = ${next.first}, due_at = ${dueAt(next, tz)} WHERE id = ${id}`);
}
