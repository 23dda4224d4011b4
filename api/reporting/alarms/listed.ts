import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf, type Statements } from "../../kernel/database/statements.ts";
import { graceMs } from "../../links/domains/dns/nextState.ts";
import type { Alarm, Expiring } from "./alarm.ts";
import { isServedSql } from "../../links/domains/domain.ts";
import { isDestinationOfLink } from "../../links/core/destinationOfLink.ts";
import { fire } from "./fire.ts";
import type { ListedKind } from "./rule.ts";

const dayMs = 24 * 60 * 60 * 1000;
const recheckMs = 60 * 60 * 1000;
/** Maximum number of resources per round; the next round follows at once. */
const most = 200;

interface Row extends Omit<Expiring, "at"> {
  readonly at: Date | string;
}

/**
 * Selects links that expire soon or expired within the last day, domains that do not work or will stop working soon,
 * and domains whose certificate is in the last quarter of its lifetime. Links are found by the index on owner and
 * expiry.
 */
const expiring = ({ ownerId, daysBefore }: ListedQuestion, now: Date) => {
  const until = new Date(now.getTime() + (daysBefore ?? 0) * dayMs);
  return sql`
  SELECT 'link' AS kind, id, name || ' (' || code || ')' AS name, expires_at AS at FROM link
  WHERE owner_id = ${ownerId} AND is_active AND ban_reason IS NULL AND expires_at > ${new Date(now.getTime() - dayMs)}
    AND expires_at <= ${until}
  UNION ALL
  SELECT CASE WHEN state = 'lost' THEN 'ownershipLost' WHEN missing_at IS NULL THEN 'dnsMismatch' ELSE 'txtMissing' END,
    domain.id, domain.name,
    CASE WHEN state = 'lost' OR missing_at IS NULL THEN state_at ELSE missing_at + ${graceMs} * interval '1 millisecond' END
  FROM domain JOIN domain_check ON domain_id = domain.id
  WHERE owner_id = ${ownerId} AND (state = 'lost' OR (state = 'misconfigured'
    AND (missing_at IS NULL OR missing_at + ${graceMs} * interval '1 millisecond' <= ${until})))
  UNION ALL
  SELECT 'certificate', domain.id, domain.name, not_after FROM domain JOIN host_certificate ON host = domain.name
  WHERE owner_id = ${ownerId} AND ${isServedSql} AND NOT is_withdrawn AND not_after - (not_after - not_before) / 4 <= ${now}`;
};

/** Selects active links with dead destinations. */
const dead = ({ ownerId }: ListedQuestion, now: Date) => sql`
  SELECT 'destination' AS kind, link.id, name || ' (' || code || ')' AS name, dead_since AS at
  FROM destination AS one JOIN link ON ${isDestinationOfLink}
  WHERE one.owner_id = ${ownerId} AND dead_since IS NOT NULL AND is_active AND archived_at IS NULL AND ban_reason IS NULL
    AND (expires_at IS NULL OR expires_at > ${now})`;

const found: Readonly<Record<ListedKind, (question: ListedQuestion, now: Date) => Sql>> = { expiring, dead };

type ListedQuestion = Pick<Alarm, "ownerId" | "daysBefore"> & { readonly kind: ListedKind };

/**
 * Returns the resources of a kind, soonest first, at most `most`, without those that the alarm `exceptOf` has reported
 * before.
 */
export async function listedItems(
  tx: Statements,
  question: ListedQuestion,
  now: Date,
  exceptOf: string | null,
): Promise<Expiring[]> {
  const rows = await rowsOf<Row>(
    tx,
    sql`SELECT kind, id, name, at FROM (${found[question.kind](question, now)}) AS found WHERE NOT EXISTS (
      SELECT FROM alarm_told AS told WHERE told.alarm_id = ${exceptOf} AND told.subject = found.id AND told.at = found.at)
    ORDER BY at, id LIMIT ${most}`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

/**
 * Reports each expiring or dead resource once, and stores that in the same transaction. Returns how often the alarm has
 * fired.
 */
export async function evaluateListed(
  services: Database & Clock & Ids,
  alarm: Alarm & { readonly kind: ListedKind },
): Promise<number> {
  return services.orm.em.fork().transactional(async (tx) => {
    const locked = await rowsOf(tx, sql`SELECT id FROM alarm WHERE id = ${alarm.id} AND is_on FOR UPDATE SKIP LOCKED`);
    if (locked.length === 0) return 0;
    const now = services.now();
    const subjects = await listedItems(tx, alarm, now, alarm.id);
    if (subjects.length > 0) {
      const window = { from: now, to: new Date(now.getTime() + (alarm.daysBefore ?? 0) * dayMs) };
      const firing = { id: services.newId(), window, figure: subjects.length, usual: null, subjects, endedAt: null };
      await fire(services, tx, alarm, firing);
      await execute(
        tx,
        sql`INSERT INTO alarm_told (alarm_id, subject, at)
         SELECT ${alarm.id}, (one ->> 'id')::uuid, (one ->> 'at')::timestamptz
           FROM jsonb_array_elements(${JSON.stringify(subjects)}::jsonb) AS one`,
      );
    }
    await forgetEnded(tx, alarm, now);
    const dueAt = subjects.length === most ? now : new Date(now.getTime() + recheckMs);
    await execute(
      tx,
      sql`UPDATE alarm SET judged_to = ${now}, due_at = ${dueAt}, try_at = ${dueAt} WHERE id = ${alarm.id}`,
    );
    return subjects.length > 0 ? 1 : 0;
  });
}

/**
 * SQL conditions for deduplication entries that may be deleted. Entries of domains and dead destinations are stored
 * longer, because these may stay in the same state for long.
 */
const ended: Readonly<Record<ListedKind, Sql>> = {
  expiring: sql`NOT EXISTS (SELECT FROM domain WHERE id = subject)`,
  dead: sql`NOT EXISTS (SELECT FROM link JOIN destination AS one ON ${isDestinationOfLink}
    WHERE link.id = subject AND dead_since = alarm_told.at)`,
};

/** Deletes the deduplication entries that are older than two days and match {@link ended}. */
async function forgetEnded(tx: Transaction, { id, kind }: { id: string; kind: ListedKind }, now: Date): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM alarm_told WHERE alarm_id = ${id} AND at < ${new Date(now.getTime() - 2 * dayMs)} AND ${ended[kind]}`,
  );
}
