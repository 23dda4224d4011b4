import { sql } from "@hoplog/platform/postgres/sql.js";
import { authenticationError } from "@hoplog/schema/errors.js";
import type { Challenge, SecondFactorMethod } from "@hoplog/schema/secondFactor.js";
import { secondFactorLimits } from "@hoplog/schema/secondFactor.js";
import type { Clock, Ids, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf, type Statements } from "../../kernel/database/statements.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { notifyOwner } from "./accountMails.ts";
import { forgetSecondFactor, takeDueRemoval } from "./pendingRemoval.ts";
import { AccountBanRow } from "./rows.ts";
import { digest } from "./sessions.ts";

/** What a user has proven before the second factor. */
export type FirstFactor = "password" | "google";

/**
 * Opens a challenge if the account has a second factor; returns null if the sign-in needs none, or fails anyway because
 * the account is banned. A factor whose removal is due is removed instead, and the owner is notified.
 */
export async function challengeFor(
  services: Events & Ids & Clock & Randomness,
  tx: Transaction,
  userId: string,
  { method, origin }: { readonly method: FirstFactor; readonly origin: CommandOrigin },
): Promise<Challenge | null> {
  const now = services.now();
  if (!(await lockSecondFactor(tx, userId))) return null;
  if ((await tx.count(AccountBanRow, { userId })) > 0) return null;
  // Read after the lock, because a sign-in with a code may have stopped the removal in the meantime.
  if (await takeDueRemoval(tx, userId, now)) {
    await forgetSecondFactor(tx, userId);
    const action = { action: "RemoveSecondFactor", resource: { type: "user", id: userId } } as const;
    await services.eventStore.audit(tx, origin, action);
    await notifyOwner(services, tx, userId, "second-factor-removed");
    return null;
  }
  const id = Buffer.from(services.random(32)).toString("base64url");
  const expiresAt = new Date(now.getTime() + secondFactorLimits.challengeSeconds * 1000);
  await execute(
    tx,
    sql`INSERT INTO login_challenge (hash, user_id, method, expires_at)
     VALUES (${digest(id)}, ${userId}, ${method}, ${expiresAt})`,
  );
  const [{ hasCodes } = { hasCodes: false }] = await rowsOf<{ hasCodes: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM recovery_code WHERE user_id = ${userId}) AS "hasCodes"`,
  );
  const methods: SecondFactorMethod[] = hasCodes ? ["totp", "recovery"] : ["totp"];
  return { id, methods, expiresIn: secondFactorLimits.challengeSeconds };
}

/** Locks the account's second factor until the transaction ends; returns false if there is none. */
export async function lockSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const found = await rowsOf(
    tx,
    sql`SELECT FROM totp WHERE user_id = ${userId} AND confirmed_at IS NOT NULL FOR UPDATE`,
  );
  return found.length > 0;
}

/** Returns whether the account has a second factor, so that a sign-in needs a challenge. */
export async function hasSecondFactor(tx: Statements, userId: string): Promise<boolean> {
  const found = await rowsOf(tx, sql`SELECT FROM totp WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`);
  return found.length > 0;
}

export interface OpenChallenge {
  readonly userId: string;
  readonly method: FirstFactor;
}

/**
 * Counts an attempt at a challenge, and commits the count before the code is checked. False if the challenge is
 * unknown, has expired, or has no attempts left.
 */
export async function takeAttempt(services: Events & Clock, id: string): Promise<boolean> {
  return services.eventStore.unitOfWork(async (tx) => {
    const counted = await rowsOf(
      tx,
      sql`UPDATE login_challenge SET attempts = attempts + 1
       WHERE hash = ${digest(id)} AND expires_at > ${services.now()} AND attempts < ${secondFactorLimits.attempts}
       RETURNING hash`,
    );
    return counted.length > 0;
  });
}

/** Finds a challenge that has not expired; null if there is none. Counts no attempt and locks nothing. */
export async function findChallenge(services: Clock, tx: Statements, id: string): Promise<OpenChallenge | null> {
  const [found] = await rowsOf<OpenChallenge>(
    tx,
    sql`SELECT user_id AS "userId", method FROM login_challenge
     WHERE hash = ${digest(id)} AND expires_at > ${services.now()}`,
  );
  return found ?? null;
}

/** Returns the error of a sign-in that has to begin again. */
export function challengeOver() {
  return authenticationError("This sign-in has expired. Sign in again.");
}

/** Consumes a challenge; false if another call has consumed it. */
export async function spendChallenge(tx: Transaction, id: string): Promise<boolean> {
  const spent = await rowsOf(tx, sql`DELETE FROM login_challenge WHERE hash = ${digest(id)} RETURNING hash`);
  return spent.length > 0;
}
