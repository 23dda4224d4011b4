import type { Clock } from "../calls/capabilities.ts";
import type { Transaction } from "../database/orm.ts";
import { settleMs } from "./settle.ts";
import type { AlarmKind, WindowSize } from "./rule.ts";
import { lastWindow } from "./windows.ts";

/** From where on an alarm judges: the last window that is over is the first one. */
export function firstJudged(kind: AlarmKind, per: WindowSize | null, tz: string, now: Date): Date {
  if (kind === "expiring" || per === null) return now;
  return lastWindow(per, new Date(now.getTime() - settleMs[kind]), tz).from;
}

/** What was before doesn't count any more. */
export async function restart({ now }: Clock, tx: Transaction, id: string): Promise<void> {
  const [alarm] = await tx.execute<{ kind: AlarmKind; per: WindowSize | null; tz: string; firingId: string | null }[]>(
    `SELECT kind, per, tz, firing_id AS "firingId" FROM alarm WHERE id = ? FOR UPDATE`,
    [id],
  );
  if (!alarm) return;
  const at = now();
  await tx.execute("UPDATE alarm_firing SET over_at = ? WHERE id = ?", [at, alarm.firingId], "run");
  await tx.execute(
    "UPDATE alarm SET judged_to = ?, due_at = ?, try_at = ?, firing_id = NULL, calm_since = NULL WHERE id = ?",
    [firstJudged(alarm.kind, alarm.per, alarm.tz, at), at, at, id],
    "run",
  );
}
