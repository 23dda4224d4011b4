import { sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { limits } from "@hoplog/schema/limits.js";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Clock, Ids, Logs } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import { type DueWork, startDueWork } from "../../kernel/work/dueWork.ts";
import { type DueReport, dueReports, enqueueDueReport, reportDueFor } from "./enqueue.ts";

export type ReportWorkerBase = Database &
  Clock &
  Ids &
  Logs & { readonly databaseUrl: string; readonly registry: Registry };

const pollMs = 60_000;
const confirmMs = limits.reportConfirmDays * 24 * 60 * 60 * 1000;

/**
 * Puts due reports into the outbox, in one process at a time, and deletes reports whose address was not confirmed in
 * time.
 */
export function startReportWorker(base: ReportWorkerBase): RunningWork {
  const { registry } = base;
  const sent = new Counter({
    name: "hoplog_api_reports_total",
    help: "Reports put into the mail outbox",
    registers: [registry],
  });
  const late = new Gauge({
    name: "hoplog_api_report_delay_seconds",
    help: "Seconds that the longest-waiting report has been due without being put into the outbox; 0 if none waits",
    registers: [registry],
  });
  return startDueWork(base, { name: "hoplog reports", pollMs }, { ...reportWork(base, sent), gauge: late });
}

/** Returns the work on due reports; `sent` counts those that are enqueued. */
export function reportWork(services: Database & Clock & Ids, sent: { inc(): void }): DueWork<DueReport> {
  return {
    failed: "a report could not be put into the outbox",
    dueFor: reportDueFor,
    take: dueReports,
    async work(report) {
      if (await enqueueDueReport(services, report)) sent.inc();
    },
    forget: () => forgetUnconfirmed(services),
  };
}

/** Deletes reports whose address was not confirmed in time. */
export async function forgetUnconfirmed({ orm, now }: Database & Clock): Promise<void> {
  const before = new Date(now().getTime() - confirmMs);
  await execute(orm.em.fork(), sql`DELETE FROM report WHERE confirmed_at IS NULL AND created_at < ${before}`);
}
