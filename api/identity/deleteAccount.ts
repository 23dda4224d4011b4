import { notFoundError } from "@hoplog/schema/errors.js";
import type { Transaction } from "../database/orm.ts";
import { eraseAccountWithin } from "../erasure/eraseAccount.ts";
import { execute } from "../eventstore/execute.ts";
import { unitOfWork } from "../eventstore/unitOfWork.ts";
import { type Actor, metaOf, type Services } from "../services.ts";
import { users } from "./aggregate.ts";
import { parsePassword } from "./input.ts";
import { askForPassword } from "./passwordCommands.ts";
import { findProfile, type Profile } from "./queries.ts";
import { revokeSessionsOf } from "./sessions.ts";

/**
 * Ends the account and all that belongs to it, and erases its data. Throws RATE_LIMIT_ERROR, or VALIDATION_ERROR on
 * `password`, also for a wrong one.
 */
export async function deleteAccount(services: Services, actor: Actor, input: string): Promise<void> {
  const password = parsePassword(input);
  await askForPassword(services, actor, "password", password, "Password is incorrect");
  const userId = actor.userId;
  await unitOfWork(services.orm, async (tx) => {
    const now = services.now();
    const profile = await findProfile(tx, userId, now);
    if (!profile) throw notFoundError("User");
    await execute(tx, users, userId, { type: "Delete", userId, at: now.toISOString() }, metaOf(actor));
    await revokeSessionsOf(services, tx, userId, "account deleted");
    await forgetIdentity(tx, userId, profile);
    await eraseAccountWithin(tx, userId, now);
  });
  services.erasures.wake();
}

/** What the event log doesn't know. The ended sessions stay for a day, so that their access tokens stay refused. */
async function forgetIdentity(tx: Transaction, userId: string, profile: Profile): Promise<void> {
  await tx.execute(
    "DELETE FROM refresh_token WHERE session_id IN (SELECT id FROM session WHERE user_id = ?)",
    [userId],
    "run",
  );
  for (const table of ["credential", "sql_credential", "google_identity", "email_change", "mailed_token"]) {
    await tx.execute(`DELETE FROM ${table} WHERE user_id = ?`, [userId], "run");
  }
  for (const address of [profile.email, profile.pendingEmail]) {
    if (address) await forgetMail(tx, address.toLowerCase());
  }
}

/** The outbox first: a mail that is just being sent is waited for, and found in the mailbox then. */
async function forgetMail(tx: Transaction, address: string): Promise<void> {
  await tx.execute(
    "DELETE FROM mail_outbox WHERE lower(data ->> 'to') = ? OR lower(data ->> 'email') = ?",
    [address, address],
    "run",
  );
  await tx.execute("DELETE FROM mailbox WHERE lower(recipient) = ?", [address], "run");
}
