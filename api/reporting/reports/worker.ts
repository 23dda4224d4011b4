import { notBanned } from "../../kernel/access/notBanned.ts";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { limits } from "@hoplog/schema/limits.js";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Clock, Ids, Logs } from "../../kernel/calls/capabilities.ts";
import { createPostponed } from "../../kernel/calls/postponed.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import { execute } from "../../kernel/database/statements.ts";
import { enqueueNextReport, skipPausedPeriod } from "./enqueue.ts";

export type ReportWorkerBase = Database &
  Clock &
  Ids &
  Logs & { readonly databaseUrl: string; readonly registry: Registry };

const pollMs = 60_000;
const confirmMs = limits.reportConfirmDays * 24 * 60 * 60 * 1000;

/** Puts reports into the outbox when they are due, in one process at a time, and forgets addresses that have not confirmed. */
export function startReportWorker(base: ReportWorkerBase): RunningWork {
  const { databaseUrl, logger, registry, now } = base;
  const sent = new Counter({
    name: "hoplog_api_reports_total",
    help: "Reports that were put into the outbox",
    registers: [registry],
  });
  const late = new Gauge({
    name: "hoplog_api_report_delay_seconds",
    help: "For how long the oldest report has been due that is not in the outbox; 0 where none is",
    registers: [registry],
  });
  const postponed = createPostponed(base, "a report could not be put into the outbox");
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog reports",
    logger,
    pollMs,
    async step(client) {
      const { rows } = await client.query<{ due: Date | null }>(
        sql`SELECT min(due_at) AS due FROM report WHERE ${notBanned("owner_id")} AND ${notPaused("report", "report.id")}`,
      );
      const due = rows[0]?.due;
      late.set(due ? Math.max(0, (now().getTime() - due.getTime()) / 1000) : 0);
      const isSent = await enqueueNextReport(base, postponed);
      if (isSent) sent.inc();
      if (isSent !== null || (await skipPausedPeriod(base, postponed)) !== null) return "worked";
      await forgetUnconfirmed(base);
      return "idle";
    },
  });
}

/** Addresses that have not agreed in time. */
export async function forgetUnconfirmed({ orm, now }: Database & Clock): Promise<void> {
  const before = new Date(now().getTime() - confirmMs);
  await execute(orm.em.fork(), sql`DELETE FROM report WHERE confirmed_at IS NULL AND created_at < ${before}`);
}
