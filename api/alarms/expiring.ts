import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Database, Transaction } from "../database/orm.ts";
import { graceMs } from "../domains/dns/nextState.ts";
import type { Alarm, Expiring } from "./alarm.ts";
import { fire } from "./fire.ts";

const dayMs = 24 * 60 * 60 * 1000;
const lookAgainMs = 60 * 60 * 1000;
/** In one go; the rest follows at once. */
const most = 200;

interface Row extends Omit<Expiring, "at"> {
  readonly at: Date | string;
}

/**
 * Links that end soon or did within the last day, and domains whose checks say that they don't work, or won't for long. The index by
 * owner and expiry finds the links.
 */
const found = `
  SELECT 'link' AS what, id, name || ' (' || code || ')' AS name, expires_at AS at FROM link
  WHERE owner_id = :owner AND is_active AND ban_reason IS NULL AND expires_at > :yesterday AND expires_at <= :until
  UNION ALL
  SELECT CASE WHEN state = 'lost' THEN 'lost' WHEN missing_at IS NULL THEN 'astray' ELSE 'unproved' END, domain.id, domain.name,
    CASE WHEN state = 'lost' OR missing_at IS NULL THEN state_at ELSE missing_at + :grace * interval '1 millisecond' END
  FROM domain JOIN domain_check ON domain_id = domain.id
  WHERE owner_id = :owner AND (state = 'lost' OR (state = 'misconfigured'
    AND (missing_at IS NULL OR missing_at + :grace * interval '1 millisecond' <= :until)))`;

type Asked = Pick<Alarm, "ownerId"> & { readonly daysBefore: number };

/** All that expires, the soonest first; without what `exceptOf`, an alarm, has said before. */
export async function whatExpires(
  tx: Pick<Transaction, "execute">,
  { ownerId, daysBefore }: Asked,
  now: Date,
  exceptOf: string | null,
): Promise<Expiring[]> {
  const values: Readonly<Record<string, unknown>> = {
    owner: ownerId,
    yesterday: new Date(now.getTime() - dayMs),
    until: new Date(now.getTime() + daysBefore * dayMs),
    grace: graceMs,
    alarm: exceptOf,
  };
  const named = `SELECT what, id, name, at FROM (${found}) AS found
    WHERE NOT EXISTS (SELECT FROM alarm_told AS told WHERE told.alarm_id = :alarm AND told.subject = found.id AND told.at = found.at)
    ORDER BY at, id LIMIT ${most}`;
  const given: unknown[] = [];
  const sql = named.replace(/(?<!:):([a-z]+)/g, (_, name: string) => {
    given.push(values[name]);
    return "?";
  });
  const rows = await tx.execute<Row[]>(sql, given);
  return rows.map(({ what, id, name, at }) => ({ what, id, name, at: new Date(at).toISOString() }));
}

/** Says of each thing once that it expires: in one transaction with what remembers that. Gives how often the alarm has fired. */
export async function judgeExpiring(
  services: Database & Clock & Ids,
  alarm: Alarm & { readonly daysBefore: number },
): Promise<number> {
  return services.orm.em.fork().transactional(async (tx) => {
    const locked = await tx.execute<unknown[]>("SELECT id FROM alarm WHERE id = ? AND is_on FOR UPDATE SKIP LOCKED", [
      alarm.id,
    ]);
    if (locked.length === 0) return 0;
    const now = services.now();
    const subjects = await whatExpires(tx, alarm, now, alarm.id);
    if (subjects.length > 0) {
      const window = { from: now, to: new Date(now.getTime() + alarm.daysBefore * dayMs) };
      const firing = { id: services.newId(), window, figure: subjects.length, usual: null, subjects, overAt: null };
      await fire(services, tx, alarm, firing);
      await tx.execute(
        `INSERT INTO alarm_told (alarm_id, subject, at)
         SELECT ?, (one ->> 'id')::uuid, (one ->> 'at')::timestamptz FROM jsonb_array_elements(?::jsonb) AS one`,
        [alarm.id, JSON.stringify(subjects)],
        "run",
      );
    }
    await forgetEnded(tx, alarm.id, now);
    const dueAt = subjects.length === most ? now : new Date(now.getTime() + lookAgainMs);
    await tx.execute(
      "UPDATE alarm SET judged_to = ?, due_at = ?, try_at = ? WHERE id = ?",
      [now, dueAt, dueAt, alarm.id],
      "run",
    );
    return subjects.length > 0 ? 1 : 0;
  });
}

/** What is found no more need not be remembered; a domain may be in the same state for long. */
async function forgetEnded(tx: Transaction, alarmId: string, now: Date): Promise<void> {
  await tx.execute(
    `DELETE FROM alarm_told WHERE alarm_id = ? AND at < ? AND NOT EXISTS (SELECT FROM domain WHERE id = subject)`,
    [alarmId, new Date(now.getTime() - 2 * dayMs)],
    "run",
  );
}
