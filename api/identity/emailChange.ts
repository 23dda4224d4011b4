import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Transaction } from "../database/orm.ts";
import { execute } from "../eventstore/execute.ts";
import { unitOfWork } from "../eventstore/unitOfWork.ts";
import type { Services } from "../services.ts";
import { users } from "./aggregate.ts";
import { findMailedToken, spendMailedTokens } from "./mailedTokens.ts";
import { enqueueLetter } from "./letters.ts";
import { emailTaken } from "./project.ts";
import { findUserByEmail } from "./queries.ts";
import { UserRow } from "./userRow.ts";

/**
 * Keeps the new address until its owner has opened the link that is mailed there, in place of one that was waiting
 * before, and tells the old one. Throws CONFLICT_ERROR for an address that has an account.
 */
export async function requestEmailChange(
  services: Services,
  tx: Transaction,
  userId: string,
  email: string,
): Promise<void> {
  if (await findUserByEmail(tx, email)) throw emailTaken();
  const { email: oldEmail, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
  const expiresAt = new Date(services.now().getTime() + limits.emailChangeHours * 60 * 60 * 1000);
  await tx.execute(
    `INSERT INTO email_change (user_id, email, expires_at) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, expires_at = excluded.expires_at`,
    [userId, email, expiresAt],
    "run",
  );
  await spendMailedTokens(tx, userId, "confirm email");
  await enqueueLetter(services, tx, { kind: "confirm-email", data: { userId, email } }, expiresAt);
  await enqueueLetter(services, tx, { kind: "email-change-asked", data: { to: oldEmail, name, email } });
}

/** Gives the account its new address. False for a link that is spent or has run out, or whose address was taken since. */
export async function confirmEmailChange(services: Services, token: string): Promise<boolean> {
  try {
    return await unitOfWork(services.orm, (tx) => changeEmail(services, tx, token));
  } catch (error) {
    if (error instanceof HoplogError) return false;
    throw error;
  }
}

async function changeEmail(services: Services, tx: Transaction, token: string): Promise<boolean> {
  const found = await findMailedToken(services, tx, "confirm email", token);
  if (!found) return false;
  const { userId, email } = found;
  const { email: oldEmail, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
  const at = services.now().toISOString();
  await execute(tx, users, userId, { type: "ChangeEmail", userId, email, at }, { userId, via: "rest" });
  await tx.execute("DELETE FROM email_change WHERE user_id = ?", [userId], "run");
  await spendMailedTokens(tx, userId, "confirm email");
  // A reset link that went to the old address must not open the account any more.
  await spendMailedTokens(tx, userId, "reset password");
  await enqueueLetter(services, tx, { kind: "email-changed", data: { to: oldEmail, name, email } });
  return true;
}
