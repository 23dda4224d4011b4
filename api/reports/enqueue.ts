import { notBanned } from "../access/notBanned.ts";
import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Database, Transaction } from "../database/orm.ts";
import { enqueueMail } from "../mail/outbox.ts";
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
      `SELECT ${reportColumns} FROM report WHERE due_at <= ? AND ${notBanned("owner_id")} ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [services.now()],
    );
    if (!report?.nextDay) return false;
    const period = periodOf(report.cadence, report.nextDay);
    const next = nextPeriod(report.cadence, period);
    await enqueueReport(services, tx, report, period);
    await tx.execute(
      "UPDATE report SET next_day = ?, due_at = ? WHERE id = ?",
      [next.first, dueAt(next, report.tz), report.id],
      "run",
    );
    return true;
  });
}
