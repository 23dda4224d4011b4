import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { outletLimits } from "@hoplog/schema/outlets.js";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Postponed } from "../../kernel/calls/postponed.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { enqueueMail } from "../../accounts/mail/outbox.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
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
 * each period is sent once, whichever process does it. Null when none is due, false when that report failed.
 */
export async function enqueueNextReport(services: ReportWork, postponed: Postponed): Promise<boolean | null> {
  const due = sql`due_at <= ${services.now()} AND ${notBanned("owner_id")} AND ${notPaused("report", "report.id")}`;
  return workNext(services, postponed, due, async (tx, report, period) => {
    await enqueueReport(services, tx, report, period);
    await moveOn(tx, report, period);
  });
}

/** Skips a period of a paused report that has been due for longer than a paused outlet keeps anything. Null if there is none. */
export async function skipPausedPeriod(services: ReportWork, postponed: Postponed): Promise<boolean | null> {
  const at = new Date(services.now().getTime() - outletLimits.keptDays * 24 * 60 * 60 * 1000);
  const due = sql`due_at <= ${at} AND NOT ${notPaused("report", "report.id")}`;
  return workNext(services, postponed, due, moveOn);
}

type ReportWork = Database & Clock & Ids;

/** Does a work for the first report that is due. One that fails is left out for a while: it holds up no other. */
async function workNext(
  { orm }: ReportWork,
  postponed: Postponed,
  due: Sql,
  work: (tx: Transaction, report: Report, period: Period) => Promise<void>,
): Promise<boolean | null> {
  const tried: { id: string | null } = { id: null };
  try {
    return await orm.em.fork().transactional(async (tx) => {
      const [report] = await rowsOf<Report>(
        tx,
        sql`SELECT ${reportColumns} FROM report
         WHERE ${due} AND id NOT IN (SELECT jsonb_array_elements_text(${JSON.stringify(postponed.ids())}::jsonb)::uuid)
         ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!report?.nextDay) return null;
      tried.id = report.id;
      await work(tx, report, periodOf(report.cadence, report.nextDay));
      return true;
    });
  } catch (error) {
    if (tried.id === null) throw error;
    postponed.add(tried.id, error);
    return false;
  }
}

async function moveOn(tx: Transaction, { id, cadence, tz }: Report, period: Period): Promise<void> {
  const next = nextPeriod(cadence, period);
  await execute(tx, sql`UPDATE report SET next_day = ${next.first}, due_at = ${dueAt(next, tz)} WHERE id = ${id}`);
}
