import { sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeAccount } from "../../kernel/access/authorize.ts";
import { type Actor, type Caller, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { enqueueAccountMail } from "./accountMails.ts";
import { challengeOver, findChallenge, lockSecondFactor } from "./challenges.ts";
import { findMailedToken } from "./mailedTokens.ts";
import { endChallenges, lapsedSince, lapseOf, removalDueAt, stopRemoval } from "./pendingRemoval.ts";

/**
 * Requests the removal of a lost second factor: unless the owner stops the removal, it takes place at the first sign-in
 * that begins `removalHours` or more after the email to the owner. Returns the expected time. Throws
 * AUTHENTICATION_ERROR for an unknown or expired challenge, and RATE_LIMIT_ERROR.
 */
export async function requestRemoval(
  services: Database & Events & Ids & Clock & LimitsOf<"auth" | "secondFactorRemoval">,
  id: string,
  caller: Caller,
): Promise<{ readonly removalAt: Date }> {
  await services.limits.auth(caller.address);
  const begun = await findChallenge(services, services.orm.em.fork(), id);
  if (!begun) throw challengeOver();
  const { userId, method } = begun;
  return services.eventStore.unitOfWork(async (tx) => {
    // Takes the lock before it reads the challenge again, which may have ended in the meantime.
    const isOpen = (await lockSecondFactor(tx, userId)) && (await findChallenge(services, tx, id)) !== null;
    if (!isOpen) throw challengeOver();
    const now = services.now();
    const pending = await pendingRemovalAt(tx, userId, now);
    if (pending) return { removalAt: pending };
    await services.limits.secondFactorRemoval(userId);
    const removalAt = removalDueAt(now);
    await execute(
      tx,
      sql`INSERT INTO totp_removal (user_id, requested_at, due_at) VALUES (${userId}, ${now}, ${removalAt})
       ON CONFLICT (user_id) DO UPDATE SET requested_at = excluded.requested_at, due_at = excluded.due_at,
         notified_at = NULL`,
    );
    const origin = originOf(services, { ...caller, userId, credential: { kind: method } });
    await services.eventStore.audit(tx, origin, audited("RequestSecondFactorRemoval", userId));
    const mail = { kind: "second-factor-removal-asked", data: { userId } } as const;
    await enqueueAccountMail(services, tx, mail, lapseOf(now));
    return { removalAt };
  });
}

/** Returns when a pending removal that has not lapsed takes place; null if there is none. */
async function pendingRemovalAt(tx: Transaction, userId: string, now: Date): Promise<Date | null> {
  const [removal] = await rowsOf<{ dueAt: string }>(
    tx,
    sql`SELECT due_at AS "dueAt" FROM totp_removal WHERE user_id = ${userId} AND due_at > ${lapsedSince(now)}`,
  );
  return removal ? new Date(removal.dueAt) : null;
}

/** Stops a requested removal of the second factor, if there is one. */
export async function keepSecondFactor(services: Events & Ids & Clock, actor: Actor): Promise<void> {
  const userId = authorizeAccount(actor, "account:write");
  await services.eventStore.unitOfWork((tx) => keep(services, tx, userId, originOf(services, actor)));
}

/** Result of the emailed link that stops a removal. */
export type Keeping = "kept" | "over";

/**
 * Stops a requested removal when the emailed link is used. Ends no session, because the link proves only access to the
 * mailbox.
 */
export async function keepByLink(services: Events & Ids & Clock, token: string, caller: Caller): Promise<Keeping> {
  return services.eventStore.unitOfWork(async (tx) => {
    const found = await findMailedToken(services, tx, "keep second factor", token);
    if (!found) return "over";
    const { userId } = found;
    const origin = originOf(services, { ...caller, userId, credential: { kind: "mailedLink" } });
    return (await keep(services, tx, userId, origin)) ? "kept" : "over";
  });
}

/** Stops a removal, and ends the sign-ins that could request another one. Returns false if there was none. */
async function keep(services: Events, tx: Transaction, userId: string, origin: CommandOrigin): Promise<boolean> {
  if (!(await stopRemoval(tx, userId))) return false;
  await endChallenges(tx, userId);
  await services.eventStore.audit(tx, origin, audited("KeepSecondFactor", userId));
  return true;
}

function audited(action: string, userId: string) {
  return { action, resource: { type: "user", id: userId } } as const;
}
