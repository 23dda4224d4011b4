import { sql } from "@hoplog/platform/postgres/sql.js";
import { secondFactorLimits } from "@hoplog/schema/secondFactor.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf, type Statements } from "../../kernel/database/statements.ts";
import { spendMailedTokens } from "./mailedTokens.ts";

const hourMs = 60 * 60 * 1000;

/** Returns when a removal that is announced now takes place. */
export function removalDueAt(announcedAt: Date): Date {
  return new Date(announcedAt.getTime() + secondFactorLimits.removalHours * hourMs);
}

/** Returns when a removal that was due and did not take place ends. */
export function lapseOf(dueAt: Date): Date {
  return new Date(dueAt.getTime() + secondFactorLimits.removalLapseDays * 24 * hourMs);
}

/** Returns the time before which a removal must have been due to have lapsed. */
export function lapsedSince(now: Date): Date {
  return new Date(now.getTime() - secondFactorLimits.removalLapseDays * 24 * hourMs);
}

/** Whether a removal of the user's second factor is pending. */
export async function isRemovalPending(tx: Statements, userId: string): Promise<boolean> {
  return (await rowsOf(tx, sql`SELECT FROM totp_removal WHERE user_id = ${userId}`)).length > 0;
}

/** Sets when a removal takes place, once the email to the owner was accepted. */
export async function noteAnnounced(
  tx: Transaction,
  userId: string,
  { now, dueAt }: { readonly now: Date; readonly dueAt: Date },
): Promise<void> {
  await execute(tx, sql`UPDATE totp_removal SET notified_at = ${now}, due_at = ${dueAt} WHERE user_id = ${userId}`);
}

/**
 * Takes a removal that is due and was announced, and has not lapsed; false if there is none. The caller must have locked
 * the user's row in `totp`.
 */
export async function takeDueRemoval(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const taken = await rowsOf(
    tx,
    sql`DELETE FROM totp_removal WHERE user_id = ${userId} AND notified_at IS NOT NULL AND due_at <= ${now}
       AND due_at > ${lapsedSince(now)} RETURNING user_id`,
  );
  return taken.length > 0;
}

/** Stops a requested removal; false if there is none. */
export async function stopRemoval(tx: Transaction, userId: string): Promise<boolean> {
  const stopped = await rowsOf(tx, sql`DELETE FROM totp_removal WHERE user_id = ${userId} RETURNING user_id`);
  if (stopped.length > 0) await spendMailedTokens(tx, userId, "keep second factor");
  return stopped.length > 0;
}

/** Ends all sign-ins of the user that wait for a code. */
export async function endChallenges(tx: Transaction, userId: string): Promise<void> {
  await execute(tx, sql`DELETE FROM login_challenge WHERE user_id = ${userId}`);
}

/** Deletes everything about a user's second factor. */
export async function forgetSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await execute(tx, sql`DELETE FROM totp WHERE user_id = ${userId}`);
  await execute(tx, sql`DELETE FROM recovery_code WHERE user_id = ${userId}`);
  await stopRemoval(tx, userId);
  await endChallenges(tx, userId);
}
