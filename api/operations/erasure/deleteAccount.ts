import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { authorizeAccount } from "../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import type { Transaction, Database } from "../../kernel/database/orm.ts";
import { readStream } from "../../kernel/eventstore/stream.ts";
import { users } from "../../accounts/identity/decide.ts";
import { verifyPassword } from "../../accounts/identity/verifyPassword.ts";
import { parsePassword } from "../../accounts/identity/input.ts";
import { findProfile } from "../../accounts/identity/queries.ts";
import { endUseOfKeys } from "../../accounts/identity/revokeAccess.ts";
import { revokeSessionsOf } from "../../accounts/identity/sessions.ts";
import { eraseAccountInTransaction } from "./eraseAccount.ts";
import type { Clock, Ids, PasswordHashing } from "../../kernel/calls/capabilities.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { NotifyWorker } from "../../links/core/eraseLinks.ts";

/** External dependencies of account deletion. */
export type ErasureServices = Database &
  Events &
  Ids &
  Clock &
  PasswordHashing &
  NotifyWorker &
  LimitsOf<"password" | "forgetAccount">;

/**
 * Deletes the account with all its resources, and erases its data. Throws RATE_LIMIT_ERROR, or VALIDATION_ERROR on
 * `password` for a missing or wrong password.
 */
export async function deleteAccount(services: ErasureServices, actor: Actor, input: string): Promise<void> {
  const userId = authorizeAccount(actor, "account:delete");
  const password = parsePassword(input);
  const given = await verifyPassword(services, actor, "password", password, "Password is incorrect");
  const addresses = await services.eventStore.unitOfWork(async (tx) => {
    await given.requireCurrent(tx);
    const now = services.now();
    const origin = originOf(services, actor);
    const profile = await findProfile(tx, userId, now);
    if (!profile) throw notFoundError("User");
    const own = await addressesOf(tx, userId, profile.pendingEmail);
    await services.eventStore.execute(tx, users, userId, { type: "Delete", userId, at: now.toISOString() }, origin);
    await revokeSessionsOf(services, tx, userId, "account deleted");
    await endUseOfKeys(tx, userId);
    await forgetIdentity(tx, userId);
    await forgetMail(tx, userId, own);
    await eraseAccountInTransaction(tx, userId, now, origin.meta);
    return own;
  });
  services.erasures.notify();
  await services.limits.forgetAccount(userId, addresses);
}

/**
 * Deletes the account's data that is not in the event log. Ended sessions are stored for another day, so that their
 * access tokens are still rejected.
 */
async function forgetIdentity(tx: Transaction, userId: string): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM refresh_token WHERE session_id IN (SELECT id FROM session WHERE user_id = ${userId})`,
  );
  for (const table of ["credential", "sql_credential", "google_identity", "email_change", "mailed_token"]) {
    await execute(tx, sql`DELETE FROM ${raw(table)} WHERE user_id = ${userId}`);
  }
}

/**
 * Returns the account's current, former and pending addresses in lower case, without those that now belong to another
 * account.
 */
async function addressesOf(tx: Transaction, userId: string, pendingEmail: string | null): Promise<string[]> {
  const { events } = await readStream(tx, "user", userId);
  const addresses = events.flatMap((event) => {
    if (event.type === "UserEmailChanged") return [event.data.from, event.data.to];
    const registered = event.type === "UserRegistered" || event.type === "UserRegisteredWithGoogle";
    return registered ? [event.data.email] : [];
  });
  const all = new Set([...addresses, ...(pendingEmail ? [pendingEmail] : [])].map((address) => address.toLowerCase()));
  const others = await rowsOf<{ email: string }>(
    tx,
    sql`SELECT lower(email) AS email FROM user_account WHERE id <> ${userId}
      AND lower(email) IN (SELECT jsonb_array_elements_text(${JSON.stringify([...all])}::jsonb))`,
  );
  for (const { email } of others) all.delete(email);
  return [...all];
}

/**
 * Deletes the account's emails, including password reset emails, which are queued by address. The outbox is first,
 * because its deletion waits for an email that is being sent and then stored in the mailbox.
 */
async function forgetMail(tx: Transaction, userId: string, addresses: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM mail_outbox WHERE data ->> 'userId' = ${userId}
       OR (kind = 'reset-password'
         AND lower(data ->> 'email') IN (SELECT jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)))`,
  );
  await execute(tx, sql`DELETE FROM mailbox WHERE user_id = ${userId}`);
}
