import { sql } from "@hoplog/platform/postgres/sql.js";
import { secondFactorLimits } from "@hoplog/schema/secondFactor.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf, type Statements } from "../../kernel/database/statements.ts";
import { spendMailedTokens } from "./mailedTokens.ts";

const hourMs = 60 * 60 * 1000;

/** Returns the due time of a removal that is announced at `announcedAt`. */
export function removalDueAt(announcedAt: Date): Date {
  return new Date(announcedAt.getTime() + secondFactorLimits.removalHours * hourMs);
}

/** Returns the time at which a removal that was due but did not take place lapses. */
export function lapseOf(dueAt: Date): Date {
  return new Date(dueAt.getTime() + secondFactorLimits.removalLapseDays * 24 * hourMs);
}

/** Returns the latest due time of removals that have lapsed by `now`. */
export function lapsedSince(now: Date): Date {
  return new Date(now.getTime() - secondFactorLimits.removalLapseDays * 24 * hourMs);
}

/** Returns whether a removal of the user's second factor is pending. */
export async function isRemovalPending(tx: Statements, userId: string): Promise<boolean> {
  return (await rowsOf(tx, sql`SELECT FROM totp_removal WHERE user_id = ${userId}`)).length > 0;
}

/** Stores the due time of a removal after the mail service has accepted the email to the owner. */
export async function noteAnnounced(
  tx: Transaction,
  userId: string,
  { now, dueAt }: { readonly now: Date; readonly dueAt: Date },
): Promise<void> {
  await execute(tx, sql`UPDATE totp_removal SET notified_at = ${now}, due_at = ${dueAt} WHERE user_id = ${userId}`);
}

/**
 * Consumes a removal that is due, was announced and has not lapsed; false if there is none. The caller must have locked
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

/** Stops a requested removal; returns false if there is none. */
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
