import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { type Caller, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { users } from "./decide.ts";
import { enqueueAccountMail } from "./accountMails.ts";
import { findMailedToken, renameMailedTokens, spendMailedTokens } from "./mailedTokens.ts";
import { emailTaken } from "./project.ts";
import { findUserByEmail } from "./queries.ts";
import { pauseAndNotify } from "../outlets/pause.ts";
import { revokeKeysOf } from "./revokeAccess.ts";
import { revokeSessionsOf } from "./sessions.ts";
import { UserRow } from "./rows.ts";

/**
 * Stores a pending address change, which replaces an earlier one, sends a link to the new address and notifies the old
 * one. Throws CONFLICT_ERROR for an address that has an account.
 */
export async function requestEmailChange(
  services: Ids & Clock,
  tx: Transaction,
  userId: string,
  email: string,
): Promise<void> {
  if (await findUserByEmail(tx, email)) throw emailTaken();
  const { email: oldEmail, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
  const expiresAt = new Date(services.now().getTime() + limits.emailChangeHours * 60 * 60 * 1000);
  await execute(
    tx,
    sql`INSERT INTO email_change (user_id, email, expires_at) VALUES (${userId}, ${email}, ${expiresAt})
     ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, expires_at = excluded.expires_at`,
  );
  await spendMailedTokens(tx, userId, "confirm email");
  await enqueueAccountMail(services, tx, { kind: "confirm-email", data: { userId, email } }, expiresAt);
  await enqueueAccountMail(services, tx, { kind: "email-change-asked", data: { userId, to: oldEmail, name, email } });
}

/** Deletes a pending address change, which an attacker may have requested. Does nothing if none is pending. */
export async function dropEmailChange(tx: Transaction, userId: string): Promise<void> {
  await execute(tx, sql`DELETE FROM email_change WHERE user_id = ${userId}`);
  await spendMailedTokens(tx, userId, "confirm email");
  await spendMailedTokens(tx, userId, "cancel email change");
}

/** Applies the address change. Returns false if the link was used, expired or cancelled, or the address was taken. */
export async function confirmEmailChange(
  services: Events & Ids & Clock,
  token: string,
  caller: Caller,
): Promise<boolean> {
  try {
    return await services.eventStore.unitOfWork((tx) => changeEmail(services, tx, token, caller));
  } catch (error) {
    if (error instanceof HoplogError && error.type === "CONFLICT_ERROR") return false;
    throw error;
  }
}

async function changeEmail(
  services: Events & Ids & Clock,
  tx: Transaction,
  token: string,
  caller: Caller,
): Promise<boolean> {
  const found = await findMailedToken(services, tx, "confirm email", token);
  if (!found) return false;
  const { userId, email } = found;
  // A token may have been created just as its change was cancelled, so it is valid only while the change is pending.
  const waiting = await rowsOf(
    tx,
    sql`DELETE FROM email_change WHERE user_id = ${userId} AND email = ${email} AND expires_at > ${services.now()} RETURNING 1`,
  );
  if (waiting.length === 0) return false;
  const { email: oldEmail, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
  const at = services.now().toISOString();
  await services.eventStore.execute(
    tx,
    users,
    userId,
    { type: "ChangeEmail", userId, email, at },
    originOf(services, { ...caller, userId, credential: { kind: "mailedLink" } }),
  );
  await spendMailedTokens(tx, userId, "confirm email");
  await renameMailedTokens(tx, userId, "cancel email change", "email change made");
  // Reset links sent to the old address must not work any more.
  await spendMailedTokens(tx, userId, "reset password");
  await enqueueAccountMail(services, tx, { kind: "email-changed", data: { userId, to: oldEmail, name, email } });
  return true;
}

/** Result of opening the cancel link sent to the current address; `over` if nothing is pending. */
export type Cancellation = "cancelled" | "made before" | "over";

/** Cancels the address change and ends all sessions and API keys; opening the link does not sign in. */
export async function cancelEmailChange(
  services: Events & Ids & Clock,
  token: string,
  caller: Caller,
): Promise<Cancellation> {
  return services.eventStore.unitOfWork(async (tx) => {
    // An email scanner may have opened the link before the reader.
    if (await findMailedToken(services, tx, "email change cancelled", token)) return "cancelled";
    if (await findMailedToken(services, tx, "email change made", token)) return "made before";
    const found = await findMailedToken(services, tx, "cancel email change", token);
    if (!found) return "over";
    const { userId, email: to } = found;
    const user = await tx.findOne(UserRow, { id: userId }, { disableIdentityMap: true });
    // Only the owner of the current address may cancel the change.
    if (!user || user.email !== to) return "over";
    const [dropped] = await rowsOf<{ email: string }>(
      tx,
      sql`DELETE FROM email_change WHERE user_id = ${userId} AND expires_at > ${services.now()} RETURNING email`,
    );
    if (!dropped) return "over";
    await spendMailedTokens(tx, userId, "confirm email");
    await renameMailedTokens(tx, userId, "cancel email change", "email change cancelled");
    const origin = originOf(services, { ...caller, userId, credential: { kind: "mailedLink" } });
    const action = { action: "CancelEmailChange", resource: { type: "user", id: userId } } as const;
    await services.eventStore.audit(tx, origin, action);
    const sessions = await revokeSessionsOf(services, tx, userId, "email change cancelled");
    const endedIds = [...sessions, ...(await revokeKeysOf(services, tx, userId))];
    const lost = { userId, endedIds, sessions: true, keys: true };
    await pauseAndNotify(services, tx, { ...lost, origin, because: "CancelEmailChange" });
    const data = { userId, to, name: user.name, email: dropped.email };
    await enqueueAccountMail(services, tx, { kind: "email-change-cancelled", data });
    return "cancelled";
  });
}
