import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import type { Alarm, Expiring } from "./alarm.ts";
import { mailTime } from "./quietHours.ts";
import type { Compared } from "./rule.ts";
import type { Window } from "./windows.ts";

export interface NewFiring extends Compared {
  readonly id: string;
  readonly window: Window;
  readonly subjects: readonly Expiring[];
  readonly endedAt: Date | null;
}

/** Stores that an alarm has fired, with the addresses and times of its emails. */
export async function fire(
  { now }: Clock & Ids,
  tx: Transaction,
  { id: alarmId, quiet, tz }: Pick<Alarm, "id" | "quiet" | "tz">,
  { id, window, figure, usual, subjects, endedAt }: NewFiring,
): Promise<void> {
  const at = now();
  const mailAt = mailTime(at, quiet, tz);
  await execute(
    tx,
    sql`INSERT INTO alarm_firing (id, alarm_id, window_from, window_to, figure, usual, subjects, fired_at, over_at, mail_at)
     VALUES (${id}, ${alarmId}, ${window.from}, ${window.to}, ${figure}, ${usual}, ${JSON.stringify(subjects)}::jsonb, ${at},
       ${endedAt}, ${mailAt})`,
  );
  await execute(
    tx,
    sql`INSERT INTO alarm_notice (address_id, firing_id, send_at)
     SELECT address_id, ${id}, ${mailAt} FROM alarm_recipient JOIN alarm_address ON alarm_address.id = address_id
     WHERE alarm_id = ${alarmId} AND confirmed_at IS NOT NULL`,
  );
}
