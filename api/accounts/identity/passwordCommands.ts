import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorizeAccount } from "../../kernel/access/authorize.ts";
import { originOf, type Actor, type Caller } from "../../kernel/calls/actor.ts";
import type { Clock, Ids, PasswordHashing } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { users } from "./decide.ts";
import { verifyPassword, wrongCurrentPassword } from "./verifyPassword.ts";
import { CredentialRow, UserRow } from "./rows.ts";
import { dropEmailChange } from "./emailChange.ts";
import { parseEmail, parsePasswordChange, parsePasswordReset, refusePersonalPassword } from "./input.ts";
import { enqueueAccountMail, notifyOwner } from "./accountMails.ts";
import { findMailedToken, spendMailedTokens } from "./mailedTokens.ts";
import { endChallenges, stopRemoval } from "./pendingRemoval.ts";
import { outletLines, pauseOutlets } from "../outlets/pause.ts";
import { removeSqlAccess, revokeKeysOf } from "./revokeAccess.ts";
import { revokeSessionsOf } from "./sessions.ts";

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Whether to revoke SQL access. */
  readonly revokeSqlAccess?: boolean | null | undefined;
  /** Whether to revoke all API keys that the user has created. */
  readonly revokeKeys?: boolean | null | undefined;
}

/**
 * Changes the password, ends all other sessions, pauses outlets that these sessions created, and cancels a pending
 * address change. Throws VALIDATION_ERROR (also on `currentPassword` for a wrong password) and RATE_LIMIT_ERROR.
 */
export async function changePassword(
  services: Database & Events & Ids & Clock & PasswordHashing & LimitsOf<"password">,
  actor: Actor,
  input: PasswordChange,
): Promise<void> {
  const userId = authorizeAccount(actor, "account:write");
  const owner = await services.orm.em.fork().findOne(UserRow, { id: userId });
  const { currentPassword, newPassword, revokeSqlAccess, revokeKeys } = parsePasswordChange(input, owner);
  const given = await verifyPassword(services, actor, "currentPassword", currentPassword, wrongCurrentPassword);
  const passwordHash = await services.passwords.hash(newPassword);
  await services.eventStore.unitOfWork(async (tx) => {
    await given.requireCurrent(tx);
    const origin = originOf(services, actor);
    await setPassword(services, tx, userId, { passwordHash, command: "ChangePassword", origin });
    const keptSessionId = actor.credential.id;
    const sessions = await revokeSessionsOf(services, tx, userId, "password changed", keptSessionId);
    const keys = revokeKeys ? await revokeKeysOf(services, tx, userId) : [];
    if (revokeSqlAccess) await removeSqlAccess(services, tx, userId, origin);
    const endedIds = [...sessions, ...keys];
    const lost = { userId, endedIds, sessions: true, keys: revokeKeys === true, keptSessionId };
    await pauseOutlets(services, tx, { ...lost, origin, because: "ChangePassword" });
    await notifyPasswordChange(services, tx, userId);
  });
}

/**
 * Enqueues a reset email for every address, so that neither the response nor its timing reveals whether an account
 * exists. The job that writes the email looks up the account. Throws VALIDATION_ERROR and RATE_LIMIT_ERROR.
 */
export async function requestPasswordReset(
  services: Events & Ids & Clock & LimitsOf<"auth" | "forgotPassword">,
  input: string,
  caller: Caller,
): Promise<void> {
  await services.limits.auth(caller.address);
  const email = parseEmail(input);
  await services.limits.forgotPassword(caller.address, email);
  await services.eventStore.unitOfWork(async (tx) => {
    const giveUpAt = new Date(services.now().getTime() + limits.resetLinkMinutes * 60 * 1000);
    await enqueueAccountMail(services, tx, { kind: "reset-password", data: { email } }, giveUpAt);
  });
}

/**
 * Resets the password, so that whoever knew the old one loses all access: ends all sessions, API keys, SQL access and a
 * pending address change, and pauses outlets that sessions and keys created. Throws RATE_LIMIT_ERROR, and
 * VALIDATION_ERROR, on `resetToken` for an unknown, used or expired link.
 */
export async function resetPassword(
  services: Database & Events & Ids & Clock & PasswordHashing & LimitsOf<"auth">,
  input: { readonly resetToken: string; readonly newPassword: string },
  caller: Caller,
): Promise<void> {
  await services.limits.auth(caller.address);
  const { resetToken, newPassword } = parsePasswordReset(input);
  const known = await findMailedToken(services, services.orm.em.fork(), "reset password", resetToken);
  if (!known) throw resetLinkEnded();
  const owner = await services.orm.em.fork().findOne(UserRow, { id: known.userId });
  if (!owner) throw resetLinkEnded();
  refusePersonalPassword(newPassword, owner);
  const passwordHash = await services.passwords.hash(newPassword);
  await services.eventStore.unitOfWork(async (tx) => {
    const found = await findMailedToken(services, tx, "reset password", resetToken);
    if (!found) throw resetLinkEnded();
    const { userId, email } = found;
    const user = await tx.findOne(UserRow, { id: userId }, { disableIdentityMap: true });
    // A token may have been created just as the address was changed; tokens for the old address are invalid.
    if (user?.email !== email) throw resetLinkEnded();
    const origin = originOf(services, { ...caller, userId, credential: { kind: "mailedLink" } });
    await setPassword(services, tx, userId, { passwordHash, command: "ResetPassword", origin });
    const sessions = await revokeSessionsOf(services, tx, userId, "password reset");
    const endedIds = [...sessions, ...(await revokeKeysOf(services, tx, userId))];
    await removeSqlAccess(services, tx, userId, origin);
    const lost = { userId, endedIds, sessions: true, keys: true };
    await pauseOutlets(services, tx, { ...lost, origin, because: "ResetPassword" });
    await notifyPasswordChange(services, tx, userId);
  });
}

/** Emails the user lists of the outlets that are now paused, and of those still active. */
async function notifyPasswordChange(services: Ids & Clock, tx: Transaction, userId: string): Promise<void> {
  await notifyOwner(services, tx, userId, "password-changed", await outletLines(services, tx, userId));
}

interface NewPassword {
  readonly passwordHash: string;
  readonly command: "ChangePassword" | "ResetPassword";
  readonly origin: CommandOrigin;
}

/** Stores the password, and invalidates requests under the old one: reset links and a pending address change. */
async function setPassword(
  services: Events & Ids & Clock,
  tx: Transaction,
  userId: string,
  { passwordHash, command, origin }: NewPassword,
): Promise<void> {
  const now = services.now();
  await tx.nativeUpdate(CredentialRow, { userId }, { passwordHash, changedAt: now });
  await services.eventStore.execute(tx, users, userId, { type: command, userId, at: now.toISOString() }, origin);
  await spendMailedTokens(tx, userId, "reset password");
  // Sign-ins that wait for a code, and the removal of a second factor, were begun with the old password.
  await endChallenges(tx, userId);
  await stopRemoval(tx, userId);
  await dropEmailChange(tx, userId);
}

function resetLinkEnded() {
  return validationError([{ field: "resetToken", message: "This reset link is invalid or has expired" }]);
}
