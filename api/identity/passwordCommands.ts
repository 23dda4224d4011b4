import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { execute } from "../eventstore/execute.ts";
import { unitOfWork } from "../eventstore/unitOfWork.ts";
import { type Actor, type Caller, metaOf, type Services } from "../services.ts";
import { users } from "./aggregate.ts";
import { CredentialRow } from "./credentialRow.ts";
import { parseEmail, parsePasswordChange, parsePasswordReset } from "./input.ts";
import { enqueueLetter } from "./letters.ts";
import { findMailedToken, spendMailedTokens } from "./mailedTokens.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { revokeSessionsOf } from "./sessions.ts";
import { UserRow } from "./userRow.ts";

/** Throws RATE_LIMIT_ERROR, or VALIDATION_ERROR on `field` for a password that isn't the present one. */
export async function askForPassword(
  services: Services,
  actor: Actor,
  field: string,
  password: string,
  wrong: string,
): Promise<void> {
  const attempt = await services.limits.password(actor.address, actor.userId);
  const credential = await services.orm.em.fork().findOne(CredentialRow, { userId: actor.userId });
  const matches = await passwordMatches(credential?.passwordHash ?? null, password);
  if (!matches) throw validationError([{ field, message: wrong }]);
  await attempt.succeeded();
}

/** Ends all other sessions. Throws VALIDATION_ERROR, also on `currentPassword` for a wrong one, and RATE_LIMIT_ERROR. */
export async function changePassword(
  services: Services,
  actor: Actor,
  input: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  const { currentPassword, newPassword } = parsePasswordChange(input);
  await askForPassword(services, actor, "currentPassword", currentPassword, "Current password is incorrect");
  const passwordHash = await hashPassword(newPassword);
  const userId = actor.userId;
  await unitOfWork(services.orm, async (tx) => {
    const now = services.now();
    await execute(tx, users, userId, { type: "ChangePassword", userId, at: now.toISOString() }, metaOf(actor));
    await tx.nativeUpdate(CredentialRow, { userId }, { passwordHash, changedAt: now });
    await spendMailedTokens(tx, userId, "reset password");
    await revokeSessionsOf(services, tx, userId, "password changed", actor.sessionId);
    const { email, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
    await enqueueLetter(services, tx, { kind: "password-changed", data: { to: email, name } });
  });
}

/**
 * Does one and the same thing for every address, so that neither the answer nor its time tells whether there is an
 * account: whether to mail is decided when the mail is written. Throws VALIDATION_ERROR and RATE_LIMIT_ERROR.
 */
export async function requestPasswordReset(services: Services, input: string, caller: Caller): Promise<void> {
  const email = parseEmail(input);
  await services.limits.forgotPassword(caller.address, email);
  await unitOfWork(services.orm, async (tx) => {
    const giveUpAt = new Date(services.now().getTime() + limits.resetLinkMinutes * 60 * 1000);
    await enqueueLetter(services, tx, { kind: "reset-password", data: { email } }, giveUpAt);
  });
}

/** Ends all sessions. Throws VALIDATION_ERROR, on `resetToken` for a link that is unknown, spent or has run out. */
export async function resetPassword(
  services: Services,
  input: { readonly resetToken: string; readonly newPassword: string },
  caller: Caller,
): Promise<void> {
  const { resetToken, newPassword } = parsePasswordReset(input);
  const known = await findMailedToken(services, services.orm.em.fork(), "reset password", resetToken);
  if (!known) throw resetLinkEnded();
  const passwordHash = await hashPassword(newPassword);
  await unitOfWork(services.orm, async (tx) => {
    const found = await findMailedToken(services, tx, "reset password", resetToken);
    if (!found) throw resetLinkEnded();
    const { userId } = found;
    const now = services.now();
    const meta = { userId, via: caller.via };
    await execute(tx, users, userId, { type: "ResetPassword", userId, at: now.toISOString() }, meta);
    await tx.nativeUpdate(CredentialRow, { userId }, { passwordHash, changedAt: now });
    await spendMailedTokens(tx, userId, "reset password");
    await revokeSessionsOf(services, tx, userId, "password reset");
    const { email, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
    await enqueueLetter(services, tx, { kind: "password-changed", data: { to: email, name } });
  });
}

function resetLinkEnded() {
  return validationError([{ field: "resetToken", message: "This reset link is invalid or has expired" }]);
}
