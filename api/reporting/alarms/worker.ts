import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { limits } from "@hoplog/schema/limits.js";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import { forgetAddresses } from "./addresses.ts";
import { createDueStep } from "../../kernel/work/dueWork.ts";
import { forgetPausedNotices, noticeWork } from "./enqueue.ts";
import type { EvaluationServices } from "./evaluateCounted.ts";
import { countedBeyond } from "./settle.ts";
import { evaluateDue, evaluationDelay } from "./evaluateDue.ts";

export type AlarmWorkerBase = Omit<EvaluationServices, "isCountedBeyond"> &
  Logs & { readonly databaseUrl: string; readonly registry: Registry };

const pollMs = 10_000;

/** Evaluates due alarms and puts their emails into the outbox, in one process at a time; deletes old history. */
export function startAlarmWorker(base: AlarmWorkerBase): RunningWork {
  const { databaseUrl, logger, registry } = base;
  const services = { ...base, isCountedBeyond: countedBeyond(base.clickhouse) };
  const fired = new Counter({
    name: "hoplog_api_alarms_fired_total",
    help: "Incidents that alarms have detected",
    registers: [registry],
  });
  const skipped = new Counter({
    name: "hoplog_api_alarm_windows_skipped_total",
    help: "Hours and days that alarms could not evaluate in time",
    registers: [registry],
  });
  const late = new Gauge({
    name: "hoplog_api_alarm_delay_seconds",
    help: "Seconds that the longest-waiting alarm has been due for evaluation; 0 if none waits",
    registers: [registry],
  });
  const mail = createDueStep(base, noticeWork(base));
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog alarms",
    logger,
    pollMs,
    async step(client) {
      late.set(await evaluationDelay(base));
      const judged = await evaluateDue(services);
      fired.inc(judged?.fired ?? 0);
      skipped.inc(judged?.skipped ?? 0);
      const mailed = await mail(client);
      if (judged || mailed === "worked") return "worked";
      await forgetAddresses(base);
      await forgetPausedNotices(base);
      await forgetOld(base);
      return "idle";
    },
  });
}

/** Deletes old incidents, except current ones and those with waiting notices. */
export async function forgetOld({ orm, now }: Database & Clock): Promise<void> {
  const before = new Date(now().getTime() - limits.alarmHistoryDays * 24 * 60 * 60 * 1000);
  await execute(
    orm.em.fork(),
    sql`DELETE FROM alarm_firing WHERE fired_at < ${before} AND NOT EXISTS (SELECT FROM alarm WHERE firing_id = alarm_firing.id)
     AND NOT EXISTS (SELECT FROM alarm_notice WHERE alarm_notice.firing_id = alarm_firing.id)`,
  );
}
