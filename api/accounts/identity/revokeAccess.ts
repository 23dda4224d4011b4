import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { pauseAndNotify } from "../outlets/pause.ts";
import { forgetOutlet } from "../outlets/record.ts";
import { notifyOwner } from "./accountMails.ts";
import { users } from "./decide.ts";
import { revocationsChannel, suspension } from "./revocations.ts";
import { SqlCredentialRow } from "./rows.ts";

/**
 * Revokes an API key at once in every process, and pauses outlets that it created. Returns whether it was still valid.
 */
export async function revokeKey(
  services: Clock & Ids & Events,
  tx: Transaction,
  id: string,
  origin: CommandOrigin,
): Promise<boolean> {
  const [ended] = await rowsOf<{ userId: string }>(
    tx,
    sql`UPDATE api_key SET revoked_at = ${services.now()} WHERE id = ${id} AND revoked_at IS NULL
     RETURNING user_id AS "userId", pg_notify(${revocationsChannel}, id::text)`,
  );
  await endJobsOf(tx, sql`${id}::uuid`, services.now());
  if (!ended) return false;
  const lost = { userId: ended.userId, endedIds: [id], sessions: false, keys: false };
  await pauseAndNotify(services, tx, { ...lost, origin, because: "RevokeApiKey" });
  return true;
}

/** Revokes all API keys that a user has created, and returns their ids. */
export async function revokeKeysOf({ now }: Clock, tx: Transaction, userId: string): Promise<string[]> {
  const ended = await rowsOf<{ id: string }>(
    tx,
    sql`UPDATE api_key SET revoked_at = ${now()} WHERE user_id = ${userId} AND revoked_at IS NULL
      RETURNING id, pg_notify(${revocationsChannel}, id::text)`,
  );
  await endJobsOf(tx, sql`SELECT id FROM api_key WHERE user_id = ${userId}`, now());
  return ended.map(({ id }) => id);
}

/** Cancels running jobs of keys, because a stolen key may be deleting thousands of links. Completed changes remain. */
async function endJobsOf(tx: Transaction, keys: Sql, now: Date): Promise<void> {
  const byThem = sql`ended_at IS NULL AND (origin -> 'meta' ->> 'apiKeyId')::uuid IN (${keys})`;
  await execute(tx, sql`UPDATE link_job SET is_cancelled = true, ended_at = ${now}, origin = NULL WHERE ${byThem}`);
  await execute(
    tx,
    sql`WITH ended AS (
       UPDATE link_import SET state = 'cancelled', rest = '', secret = NULL, origin = NULL, ended_at = ${now} WHERE ${byThem}
         RETURNING id)
     DELETE FROM link_import_part WHERE import_id IN (SELECT id FROM ended)`,
  );
  // Imports no longer store who started them once their links are created; the audit log does.
  await execute(
    tx,
    sql`UPDATE link_import SET visits_state = 'cancelled', secret = NULL, visits_page = NULL
     WHERE visits_state = 'running' AND EXISTS (SELECT FROM audit WHERE resource_id = link_import.id AND action = 'AddImport'
       AND credential_kind = 'apiKey' AND credential_id IN (${keys}))`,
  );
}

/** Ends running work of the keys of a user who is banned or leaves. The keys are valid again once the ban is lifted. */
export async function endUseOfKeys(tx: Transaction, userId: string): Promise<void> {
  await execute(
    tx,
    sql`SELECT pg_notify(${revocationsChannel}, ${suspension} || id::text) FROM api_key WHERE user_id = ${userId}
      AND revoked_at IS NULL`,
  );
}

/**
 * Revokes an account's SQL access and notifies the owner, in the unit of work. Does nothing without access; needs no
 * permission, so it also works when SQL access is off.
 */
export async function removeSqlAccess(
  services: Events & Ids & Clock,
  tx: Transaction,
  userId: string,
  origin: CommandOrigin,
): Promise<void> {
  const at = services.now().toISOString();
  const events = await services.eventStore.execute(tx, users, userId, { type: "RevokeSqlAccess", userId, at }, origin);
  await tx.nativeDelete(SqlCredentialRow, { userId });
  await forgetOutlet(tx, "sqlAccess", userId);
  if (events.length > 0) await notifyOwner(services, tx, userId, "sql-access-revoked");
}
