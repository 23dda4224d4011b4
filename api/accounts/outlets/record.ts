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
 * Records in the transaction that creates an outlet, or replaces where it sends to, by which session or API key that is done. What
 * was recorded before is deleted. Throws AUTHENTICATION_ERROR if these have ended since the call came in. A paused outlet stays paused.
 */
export async function recordOutlet(
  services: Clock,
  tx: Transaction,
  actor: Actor,
  outlet: RecordedOutlet,
): Promise<void> {
  // A reset ends sessions first, then pauses what they created.
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
 * Records beside its creator who has an outlet send more, or to one more place. It is paused with either. Throws as
 * {@link recordOutlet}.
 */
async function recordWidening({ now }: Clock, tx: Transaction, actor: Actor, outlet: RecordedOutlet): Promise<void> {
  await requireInUse(tx, actor.credential);
  const { kind, id, ownerId } = outlet;
  const { userId, credential } = actor;
  const at = now();
  // Of an outlet of unknown origin the widening is all that is known.
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

/** A widening that pauses nothing any more: it is older than that, and its session or key has ended. */
const isSpent = (since: Date) => sql`step = 'widened' AND credential_at <= ${since}
  AND NOT EXISTS (SELECT FROM session WHERE session.id = credential_id AND revoked_at IS NULL)
  AND NOT EXISTS (SELECT FROM api_key WHERE api_key.id = credential_id AND revoked_at IS NULL)`;

/** Copies from the key's record, which is deleted long before what the key created, which sessions and keys the key descends from. */
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

/** What the mail to the owner says about an outlet. */
export interface ToldOutlet extends RecordedOutlet {
  readonly name: string;
  /**
   * `moved`: all that it sends goes elsewhere. `widened`: it sends more, sends again, or sends to one more place. `resumed`: it is
   * not paused any more.
   */
  readonly change: "created" | "moved" | "widened" | "resumed";
}

const changeInMail = { created: "created", moved: "changed", widened: "changed", resumed: "resumed" } as const;

/** Records who did it, as {@link recordOutlet}, and notifies the user by mail. */
export async function recordAndTell(
  services: Clock & Ids,
  tx: Transaction,
  actor: Actor,
  { name, change, ...outlet }: ToldOutlet,
): Promise<void> {
  await (change === "widened" ? recordWidening : recordOutlet)(services, tx, actor, outlet);
  const { userId, address, credential } = actor;
  const now = services.now();
  const about = { outlet: outlet.kind, name, change: changeInMail[change] };
  const data = { userId, ...about, at: now.toISOString(), address, by: credential.kind };
  const giveUpAt = new Date(now.getTime() + dayMs);
  await enqueueMail(tx, { kind: "outlet-recorded", data }, { id: services.newId(), now, giveUpAt });
}

/** Forgets an outlet whose table the database does not follow: SQL access and domain targets. */
export async function forgetOutlet(tx: Transaction, kind: "sqlAccess" | "domainTarget", id: string): Promise<void> {
  await execute(tx, sql`DELETE FROM outlet WHERE kind = ${kind} AND id = ${id}`);
}

const lookedUp = { session: "session", apiKey: "api_key" } as const;

/**
 * For what outlives its call and ends with the session or key that has made it. Who ends or pauses those waits until the
 * transaction is over, and then finds what it made. Throws AUTHENTICATION_ERROR where they have ended, or the key was paused,
 * since the call came in.
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
  if (outlet?.pausedAt) throw authenticationError("This API key is paused.");
}
