import { outletLimits } from "@hoplog/schema/outlets.js";
import { notBanned } from "../access/notBanned.ts";
import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Database, Transaction } from "../database/orm.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { notPaused } from "../outletRecords/notPaused.ts";
import { dueAt, nextPeriod, type Period, periodOf } from "./period.ts";
import { type Report, reportColumns } from "./queries.ts";

/** A mail server or ClickHouse may be away for a weekend: none is skipped. */
const giveUpMs = 7 * 24 * 60 * 60 * 1000;

/** Puts the report of one period into the outbox. */
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

/**
 * Puts the report that has been due for the longest into the outbox, and writes down when the next one is, in one transaction: so that
 * each period is sent once, whichever process does it. False when none is due.
 */
export async function enqueueNextReport(services: Database & Clock & Ids): Promise<boolean> {
  return services.orm.em.fork().transactional(async (tx) => {
    const [report] = await tx.execute<Report[]>(
      `SELECT ${reportColumns} FROM report WHERE due_at <= ? AND ${notBanned("owner_id")} AND ${notPaused("report", "report.id")}
       ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [services.now()],
    );
    if (!report?.nextDay) return false;
    const period = periodOf(report.cadence, report.nextDay);
    await enqueueReport(services, tx, report, period);
    await moveOn(tx, report, period);
    return true;
  });
}

async function moveOn(tx: Transaction, { id, cadence, tz }: Report, period: Period): Promise<void> {
  const next = nextPeriod(cadence, period);
  await tx.execute("UPDATE report SET next_day = ?, due_at = ? WHERE id = ?", [next.first, dueAt(next, tz), id], "run");
}

/** Skips a period of a paused report that has been due for longer than a paused outlet keeps anything. False if there is none. */
export async function skipPausedPeriod({ orm, now }: Database & Clock): Promise<boolean> {
  const before = new Date(now().getTime() - outletLimits.keptDays * 24 * 60 * 60 * 1000);
  return orm.em.fork().transactional(async (tx) => {
    const [report] = await tx.execute<Report[]>(
      `SELECT ${reportColumns} FROM report WHERE due_at <= ? AND NOT ${notPaused("report", "report.id")}
       ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [before],
    );
    if (!report?.nextDay) return false;
    await moveOn(tx, report, periodOf(report.cadence, report.nextDay));
    return true;
  });
}
