import type { MikroORM } from "@mikro-orm/postgresql";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { type Rounds, startRounds } from "@hoplog/platform/process/rounds.js";
import { limits } from "@hoplog/schema/limits.js";
import { execute } from "../../kernel/database/statements.ts";
import { lapsedSince } from "./pendingRemoval.ts";

const everyMs = 60 * 60 * 1000;

/** Statements that delete expired rows of temporary tables. */
const spent = (now: Date) => [
  sql`DELETE FROM mailed_token WHERE expires_at <= ${now}`,
  sql`DELETE FROM email_change WHERE expires_at <= ${now}`,
  sql`DELETE FROM refresh_token WHERE expires_at <= ${now}`,
  // Deletes ended sessions long after their access tokens have expired.
  sql`DELETE FROM session WHERE revoked_at <= ${now}::timestamptz - interval '1 day'`,
  sql`DELETE FROM session WHERE created_at <= ${now}::timestamptz - interval '1 day'
     AND NOT EXISTS (SELECT FROM refresh_token WHERE session_id = session.id)`,
  sql`DELETE FROM login_challenge WHERE expires_at <= ${now}`,
  sql`DELETE FROM totp_removal WHERE due_at <= ${lapsedSince(now)}`,
  sql`DELETE FROM totp WHERE confirmed_at IS NULL AND created_at <= ${now}::timestamptz - interval '1 day'`,
  sql`DELETE FROM known_device WHERE seen_at <= ${now}::timestamptz - make_interval(days => ${limits.knownDeviceDays})`,
  // Deletes keys whose secret was not fetched in time.
  sql`DELETE FROM api_key WHERE id IN (SELECT api_key_id FROM key_handover WHERE expires_at <= ${now})`,
  sql`DELETE FROM api_key WHERE least(revoked_at, expires_at) <= ${now}::timestamptz - interval '90 days'`,
  sql`DELETE FROM idempotent_call WHERE created_at <= ${now}::timestamptz - interval '1 day'`,
  sql`DELETE FROM rate_limit WHERE expire <= extract(epoch FROM ${now}::timestamptz) * 1000`,
];

/**
 * Deletes expired rows, such as tokens, sessions, API keys, counters and audit entries. Several processes may run this
 * at once. Throws AggregateError after trying all statements, if some failed.
 */
export async function sweep(orm: MikroORM, now: Date, auditDays: number): Promise<void> {
  const em = orm.em.fork();
  const errors: unknown[] = [];
  for (const statement of [...spent(now), sql`SELECT expire_audit(${auditDays})`])
    await execute(em, statement).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, "could not delete some expired data");
}

/** Sweeps at start and every hour, until stopped. */
export function sweepRegularly(orm: MikroORM, logger: Logger, now: () => Date, auditDays: number): Rounds {
  return startRounds(
    everyMs,
    () => sweep(orm, now(), auditDays),
    (error) => logger.warn({ err: error }, "could not delete expired data"),
  );
}
