import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { settleMs } from "./settle.ts";
import { type AlarmKind, isListed, type WindowSize } from "./rule.ts";
import { lastWindow } from "./windows.ts";

/** Returns the start of the first window to evaluate, the last one that has ended; now for alarms without windows. */
export function firstWindowStart(kind: AlarmKind, per: WindowSize | null, tz: string, now: Date): Date {
  if (isListed(kind) || per === null) return now;
  return lastWindow(per, new Date(now.getTime() - settleMs[kind]), tz).from;
}

/**
 * Restarts an alarm without its previous state. No window is evaluated twice, so disabling and enabling an alarm sends
 * nothing again. Another time zone changes the windows, so the alarm starts with the current one.
 */
export async function restart({ now }: Clock, tx: Transaction, id: string, hasMoved = false): Promise<void> {
  const [alarm] = await rowsOf<Row>(
    tx,
    sql`SELECT kind, per, tz, firing_id AS "firingId", judged_to AS "judgedTo" FROM alarm WHERE id = ${id} FOR UPDATE`,
  );
  if (!alarm) return;
  const { kind, per, tz, firingId } = alarm;
  const at = now();
  const first =
    hasMoved && per !== null
      ? lastWindow(per, at, tz).to
      : new Date(Math.max(new Date(alarm.judgedTo).getTime(), firstWindowStart(kind, per, tz, at).getTime()));
  await execute(tx, sql`UPDATE alarm_firing SET over_at = ${at} WHERE id = ${firingId}`);
  await execute(
    tx,
    sql`UPDATE alarm SET judged_to = ${first}, due_at = ${at}, try_at = ${at}, firing_id = NULL, calm_since = NULL
      WHERE id = ${id}`,
  );
}

interface Row {
  readonly kind: AlarmKind;
  readonly per: WindowSize | null;
  readonly tz: string;
  readonly firingId: string | null;
  readonly judgedTo: Date | string;
}
