import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { authenticationError } from "@hoplog/schema/errors.js";
import { type OutletKind, outletLimits } from "@hoplog/schema/outlets.js";
import type { Actor, SignedInBy } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import { enqueueMail } from "../mail/outbox.ts";

export interface RecordedOutlet {
  readonly kind: OutletKind;
  readonly id: string;
  readonly ownerId: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Records the session or API key that creates an outlet or replaces its target, in the same transaction, and replaces
 * any earlier record. Throws AUTHENTICATION_ERROR if the credential has ended since the call began. A paused outlet
 * stays paused.
 */
export async function recordOutlet(
  services: Clock,
  tx: Transaction,
  actor: Actor,
  outlet: RecordedOutlet,
): Promise<void> {
  // A reset ends sessions first, then pauses outlets that they created.
  await requireInUse(tx, actor.credential);
  const { kind, id, ownerId } = outlet;
  const { userId, credential } = actor;
  const now = services.now();
  await execute(
    tx,
    sql`INSERT INTO outlet (kind, id, owner_id, user_id, credential_kind, credential_id, credential_at, created_at)
     VALUES (${kind}, ${id}, ${ownerId}, ${userId}, ${credential.kind}, ${credential.id}, ${now}, ${now})
     ON CONFLICT (kind, id) DO UPDATE SET user_id = excluded.user_id, credential_kind = excluded.credential_kind,
       credential_id = excluded.credential_id, credential_at = excluded.credential_at`,
  );
  await execute(tx, sql`DELETE FROM outlet_step WHERE kind = ${kind} AND id = ${id}`);
  await recordAncestors(tx, actor, outlet);
}

/**
 * Records the credential that widens an outlet, in addition to its creator's: the outlet is paused if either is
 * compromised. Throws the errors of {@link recordOutlet}.
 */
async function recordWidening({ now }: Clock, tx: Transaction, actor: Actor, outlet: RecordedOutlet): Promise<void> {
  await requireInUse(tx, actor.credential);
  const { kind, id, ownerId } = outlet;
  const { userId, credential } = actor;
  const at = now();
  // Adds a row without a creator for an outlet of unknown origin.
  await execute(
    tx,
    sql`INSERT INTO outlet (kind, id, owner_id) VALUES (${kind}, ${id}, ${ownerId}) ON CONFLICT DO NOTHING`,
  );
  const since = new Date(at.getTime() - outletLimits.recentDays * dayMs);
  await execute(tx, sql`DELETE FROM outlet_step WHERE kind = ${kind} AND id = ${id} AND ${isSpent(since)}`);
  await execute(
    tx,
    sql`INSERT INTO outlet_step (kind, id, step, user_id, credential_kind, credential_id, credential_at)
     VALUES (${kind}, ${id}, 'widened', ${userId}, ${credential.kind}, ${credential.id}, ${at})
     ON CONFLICT (kind, id, step, credential_id) DO UPDATE SET credential_at = excluded.credential_at`,
  );
  await recordAncestors(tx, actor, outlet);
}

/**
 * Returns the SQL condition for a `widened` step that can be deleted: it was recorded at or before `since`, and its
 * session or API key is no longer valid.
 */
const isSpent = (since: Date) => sql`step = 'widened' AND credential_at <= ${since}
  AND NOT EXISTS (SELECT FROM session WHERE session.id = credential_id AND revoked_at IS NULL)
  AND NOT EXISTS (SELECT FROM api_key WHERE api_key.id = credential_id AND revoked_at IS NULL)`;

/** Copies the ancestors of the key from the key's record, which is deleted long before the outlets of the key. */
async function recordAncestors(tx: Transaction, { credential }: Actor, { kind, id }: RecordedOutlet): Promise<void> {
  if (credential.kind !== "apiKey") return;
  await execute(
    tx,
    sql`INSERT INTO outlet_step (kind, id, step, user_id, credential_kind, credential_id, credential_at)
     SELECT DISTINCT ON (credential_id) ${kind}, ${id}::uuid, 'ancestor', user_id, credential_kind, credential_id, credential_at
     FROM (SELECT user_id, credential_kind, credential_id, credential_at FROM outlet
         WHERE kind = 'apiKey' AND id = ${credential.id} AND credential_id IS NOT NULL
       UNION ALL SELECT user_id, credential_kind, credential_id, credential_at FROM outlet_step
         WHERE kind = 'apiKey' AND id = ${credential.id}) AS step
     ORDER BY credential_id, credential_at DESC
     ON CONFLICT (kind, id, step, credential_id) DO UPDATE SET credential_at = excluded.credential_at`,
  );
}

/** An outlet in an email to its owner. */
export interface AnnouncedOutlet extends RecordedOutlet {
  readonly name: string;
  /**
   * `moved`: all data is sent to another target. `widened`: it sends more data, sends again, or has one more target.
   * `resumed`: it is no longer paused.
   */
  readonly change: "created" | "moved" | "widened" | "resumed";
}

const changeInMail = { created: "created", moved: "changed", widened: "changed", resumed: "resumed" } as const;

/** Records the change like {@link recordOutlet}, and notifies the user by email. */
export async function recordAndNotify(
  services: Clock & Ids,
  tx: Transaction,
  actor: Actor,
  { name, change, ...outlet }: AnnouncedOutlet,
): Promise<void> {
  await (change === "widened" ? recordWidening : recordOutlet)(services, tx, actor, outlet);
  const { userId, address, credential } = actor;
  const now = services.now();
  const about = { outlet: outlet.kind, name, change: changeInMail[change] };
  const data = { userId, ...about, at: now.toISOString(), address, by: credential.kind };
  const giveUpAt = new Date(now.getTime() + dayMs);
  await enqueueMail(tx, { kind: "outlet-recorded", data }, { id: services.newId(), now, giveUpAt });
}

/** Deletes the record of an outlet whose table has no trigger for it: SQL access and domain targets. */
export async function forgetOutlet(tx: Transaction, kind: "sqlAccess" | "domainTarget", id: string): Promise<void> {
  await execute(tx, sql`DELETE FROM outlet WHERE kind = ${kind} AND id = ${id}`);
}

const lookedUp = { session: "session", apiKey: "api_key" } as const;

/**
 * Checks the credential of a resource that outlives its call and ends with its session or key. Revoking or pausing the
 * credential waits for the transaction, and then finds the created resource. Throws AUTHENTICATION_ERROR if the
 * credential has ended, or the key was paused, since the call began.
 */
export async function requireInUse(tx: Transaction, { kind, id }: SignedInBy): Promise<void> {
  const found = await rowsOf(
    tx,
    sql`SELECT id FROM ${raw(lookedUp[kind])} WHERE id = ${id} AND revoked_at IS NULL FOR SHARE`,
  );
  if (found.length === 0) throw authenticationError("Please log in to continue.");
  if (kind === "session") return;

  const [outlet] = await rowsOf<{ pausedAt: Date | null }>(
    tx,
    sql`SELECT paused_at AS "pausedAt" FROM outlet WHERE kind = 'apiKey' AND id = ${id} FOR SHARE`,
  );
  if (outlet?.pausedAt)
    throw authenticationError("This API key is paused. Its owner can resume it under Access and outlets.");
}
