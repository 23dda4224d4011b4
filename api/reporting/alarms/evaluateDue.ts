import { sql } from "@hoplog/platform/postgres/sql.js";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import { readRows } from "../../kernel/database/reads.ts";
import { execute } from "../../kernel/database/statements.ts";
import type { Alarm } from "./alarm.ts";
import { evaluateListed } from "./listed.ts";
import { type CountedAlarm, type Evaluation, evaluateCounted, type EvaluationServices } from "./evaluateCounted.ts";
import { dueAlarms, hasConfirmedAddress } from "./queries.ts";
import { isListed } from "./rule.ts";

/** Alarms evaluated concurrently; each sends ClickHouse at most a few queries. */
const atOnce = 4;
const retryMs = 60_000;

/**
 * Evaluates the alarms that have been due longest. Returns null if none is due. An alarm that fails does not block the
 * others.
 */
export async function evaluateDue(services: EvaluationServices & Logs): Promise<Evaluation | null> {
  const alarms = await dueAlarms(services, services.now(), atOnce);
  if (alarms.length === 0) return null;
  const judged = await Promise.all(alarms.map((alarm) => evaluateOrPostpone(services, alarm)));
  return {
    fired: judged.reduce((sum, { fired }) => sum + fired, 0),
    skipped: judged.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

async function evaluateOrPostpone(services: EvaluationServices & Logs, alarm: Alarm): Promise<Evaluation> {
  try {
    return await evaluateAlarm(services, alarm);
  } catch (error) {
    services.logger.warn({ err: error, alarm: alarm.id }, "cannot evaluate an alarm; retrying later");
    const tryAt = new Date(services.now().getTime() + retryMs);
    await execute(services.orm.em.fork(), sql`UPDATE alarm SET try_at = ${tryAt} WHERE id = ${alarm.id}`);
    return { fired: 0, skipped: 0 };
  }
}

async function evaluateAlarm(services: EvaluationServices, alarm: Alarm): Promise<Evaluation> {
  if (isCounted(alarm)) return evaluateCounted(services, alarm);
  const { kind } = alarm;
  if (!isListed(kind)) throw new TypeError(`alarm ${alarm.id} lacks a period, a sensitivity or a minimum`);
  return { fired: await evaluateListed(services, { ...alarm, kind }), skipped: 0 };
}

/** Returns whether the alarm compares figures instead of listing resources. */
export function isCounted(alarm: Alarm): alarm is CountedAlarm {
  return !isListed(alarm.kind) && alarm.per !== null && alarm.sensitivity !== null && alarm.minimum !== null;
}

/** Returns for how many seconds the longest waiting alarm has been due. */
export async function evaluationDelay({ reads, now }: Pick<EvaluationServices, "reads" | "now">): Promise<number> {
  const [row] = await readRows<{ due: Date | null }>(
    reads,
    sql`SELECT min(due_at) AS due FROM alarm WHERE is_on AND ${hasConfirmedAddress} AND ${notBanned("alarm.owner_id")}`,
  );
  return row?.due ? Math.max(0, (now().getTime() - row.due.getTime()) / 1000) : 0;
}
