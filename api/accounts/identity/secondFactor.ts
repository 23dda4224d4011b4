import { sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, validationError } from "@hoplog/schema/errors.js";
import { secondFactorLimits } from "@hoplog/schema/secondFactor.js";
import { authorizeAccount, type Member } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids, PasswordHashing, Randomness } from "../../kernel/calls/capabilities.ts";
import type { SecretBox } from "../../kernel/calls/secretBox.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { notifyOwner } from "./accountMails.ts";
import { hasSecondFactor } from "./challenges.ts";
import { parseCurrentPassword } from "./input.ts";
import { getProfile } from "./queries.ts";
import { forgetSecondFactor, stopRemoval } from "./pendingRemoval.ts";
import { renewRecoveryCodes, spendRecoveryCode } from "./recoveryCodes.ts";
import { UserRow } from "./rows.ts";
import { newTotpSecret, totpStepOf, totpUri } from "./totp.ts";
import { verifyPassword, wrongCurrentPassword } from "./verifyPassword.ts";

/** External dependencies of second factors. */
export type SecondFactorServices = Database &
  Reads &
  Events &
  Ids &
  Clock &
  Randomness &
  PasswordHashing &
  LimitsOf<"auth" | "login" | "password" | "secondFactor" | "secondFactorRemoval"> & {
    /** Encrypts the secrets of authenticator apps. */
    readonly totpBox: SecretBox;
  };

/** The state of an account's second factor. */
export interface SecondFactor {
  readonly isEnabled: boolean;
  /** Time when the second factor was turned on; null if there is none. */
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
  /** When the second factor will be removed; null unless a removal was requested. */
  readonly removalAt: Date | null;
}

export async function getSecondFactor(services: Reads, member: Member): Promise<SecondFactor> {
  const userId = authorizeAccount(member, "account:read");
  const [found] = await readRows<Omit<SecondFactor, "isEnabled">>(
    services.reads,
    sql`SELECT confirmed_at AS "enabledAt",
       (SELECT count(*)::int FROM recovery_code WHERE user_id = totp.user_id) AS "recoveryCodesLeft",
       (SELECT due_at FROM totp_removal WHERE user_id = totp.user_id) AS "removalAt"
     FROM totp WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`,
  );
  return found
    ? { isEnabled: true, ...found }
    : { isEnabled: false, enabledAt: null, recoveryCodesLeft: 0, removalAt: null };
}

/** The secret of an authenticator app, which is returned only once. */
export interface TotpSecret {
  /** The secret in base32. */
  readonly secret: string;
  /** URI for a QR code. */
  readonly uri: string;
}

/**
 * Creates a secret, which is not used before {@link confirmTotp}; replaces one that was not confirmed. Throws
 * VALIDATION_ERROR on `currentPassword`, RATE_LIMIT_ERROR, and CONFLICT_ERROR if there is a second factor.
 */
export async function startTotp(services: SecondFactorServices, actor: Actor, password: string): Promise<TotpSecret> {
  const userId = authorizeAccount(actor, "account:write");
  const { email } = await getProfile(services, actor);
  const secret = newTotpSecret(services.random);
  await withPassword(services, actor, password, async (tx) => {
    const saved = await rowsOf(
      tx,
      sql`INSERT INTO totp (user_id, sealed, created_at) VALUES (${userId}, ${services.totpBox.seal(userId, secret)}, ${services.now()})
       ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at
       WHERE totp.confirmed_at IS NULL RETURNING user_id`,
    );
    if (saved.length === 0) throw conflictError("totp", "This account has a second factor. Turn it off first.");
  });
  return { secret, uri: totpUri("hoplog", email, secret) };
}

/**
 * Turns the second factor on and returns the recovery codes. Throws VALIDATION_ERROR on `code` for a wrong one or
 * without a recent secret, and RATE_LIMIT_ERROR.
 */
export async function confirmTotp(services: SecondFactorServices, actor: Actor, code: string): Promise<string[]> {
  const userId = authorizeAccount(actor, "account:write");
  const attempt = await services.limits.password(actor.address, userId);
  const codes = await services.eventStore.unitOfWork(async (tx) => {
    const now = services.now();
    const since = new Date(now.getTime() - secondFactorLimits.setUpMinutes * 60 * 1000);
    const waiting = await rowsOf(
      tx,
      sql`SELECT FROM totp WHERE user_id = ${userId} AND confirmed_at IS NULL AND created_at > ${since} FOR UPDATE`,
    );
    if (waiting.length === 0) throw wrongCode("No secret is waiting for a code. Start again");
    if (!(await spendTotp(services, tx, userId, code, "new"))) throw wrongCode();
    await execute(tx, sql`UPDATE totp SET confirmed_at = ${now} WHERE user_id = ${userId}`);
    // A removal that was requested for an earlier second factor does not remove this one.
    await stopRemoval(tx, userId);
    await audited(services, tx, actor, userId, "EnableSecondFactor");
    await notifyOwner(services, tx, userId, "second-factor-enabled");
    return renewRecoveryCodes(services, tx, userId);
  });
  await attempt.succeeded();
  return codes;
}

/**
 * Replaces the recovery codes. Throws VALIDATION_ERROR on `currentPassword`, or on `code` for a wrong code of the
 * authenticator app or without a second factor, and RATE_LIMIT_ERROR.
 */
export async function replaceRecoveryCodes(
  services: SecondFactorServices,
  actor: Actor,
  given: GivenFactors,
): Promise<string[]> {
  const userId = authorizeAccount(actor, "account:write");
  return withBothFactors(services, actor, given.currentPassword, async (tx) => {
    if (!(await spendTotp(services, tx, userId, given.code))) throw wrongCode();
    await audited(services, tx, actor, userId, "ReplaceRecoveryCodes");
    await notifyOwner(services, tx, userId, "recovery-codes-replaced");
    return renewRecoveryCodes(services, tx, userId);
  });
}

export interface GivenFactors {
  readonly currentPassword: string;
  /** A code of the authenticator app or, where that is allowed, a recovery code. */
  readonly code: string;
}

/**
 * Turns the second factor off. Throws VALIDATION_ERROR on `currentPassword`, or on `code` for a wrong code or without a
 * second factor, and RATE_LIMIT_ERROR.
 */
export async function disableTotp(services: SecondFactorServices, actor: Actor, given: GivenFactors): Promise<void> {
  const userId = authorizeAccount(actor, "account:write");
  await withBothFactors(services, actor, given.currentPassword, async (tx) => {
    await spendAnyCode(services, tx, userId, given.code);
    await forgetSecondFactor(tx, userId);
    await audited(services, tx, actor, userId, "DisableSecondFactor");
    await notifyOwner(services, tx, userId, "second-factor-disabled");
  });
}

/**
 * Checks a code of the authenticator app and marks its step as used; false for a wrong or used one, or without a second
 * factor. The row stays locked until the transaction ends, so that concurrent calls cannot use one code twice.
 */
export async function spendTotp(
  { totpBox, now }: Clock & Pick<SecondFactorServices, "totpBox">,
  tx: Transaction,
  userId: string,
  code: string,
  state: "new" | "confirmed" = "confirmed",
): Promise<boolean> {
  const [row] = await rowsOf<{ sealed: Uint8Array; lastStep: string }>(
    tx,
    sql`SELECT sealed, last_step AS "lastStep" FROM totp
     WHERE user_id = ${userId} AND (confirmed_at IS NOT NULL) = ${state === "confirmed"} FOR UPDATE`,
  );
  const secret = row && totpBox.open(userId, row.sealed);
  if (!row || secret === null || secret === undefined) return false;
  const step = totpStepOf(secret, code.replaceAll(/[\s-]/g, ""), now(), Number(row.lastStep));
  if (step === null) return false;
  await execute(tx, sql`UPDATE totp SET last_step = ${step} WHERE user_id = ${userId}`);
  return true;
}

/**
 * Prepares the check of a code for a call that needs one if there is a second factor. Throws VALIDATION_ERROR on `code`
 * for a missing one, and RATE_LIMIT_ERROR.
 */
export async function allowCode(
  services: Database & Clock & LimitsOf<"secondFactor"> & Pick<SecondFactorServices, "totpBox">,
  actor: Actor,
  code: string,
): Promise<{
  /** Consumes the code in the unit of work. Throws VALIDATION_ERROR on `code` for a wrong one. */
  require(tx: Transaction): Promise<void>;
}> {
  const { userId, address } = actor;
  const em = services.orm.em.fork();
  if (!(await hasSecondFactor(em, userId))) return { require: async () => {} };
  if (code.trim() === "") throw wrongCode("Enter a code of your second factor");
  const { email } = await em.findOneOrFail(UserRow, { id: userId });
  const codeTry = await services.limits.secondFactor(address, email);
  return {
    async require(tx) {
      await spendAnyCode(services, tx, userId, code);
      await codeTry.succeeded();
    },
  };
}

/** Consumes a code of the authenticator app or a recovery code. Throws VALIDATION_ERROR on `code` for a wrong one. */
async function spendAnyCode(
  services: Clock & Pick<SecondFactorServices, "totpBox">,
  tx: Transaction,
  userId: string,
  code: string,
): Promise<void> {
  const isRight = (await spendTotp(services, tx, userId, code)) || (await spendRecoveryCode(tx, userId, code));
  if (!isRight) throw wrongCode();
}

export function wrongCode(message = "This code is incorrect, has expired, or was used before") {
  return validationError([{ field: "code", message }]);
}

/** Runs `work` in a unit of work in which the given password is the current one. */
async function withPassword<Result>(
  services: SecondFactorServices,
  actor: Actor,
  password: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const currentPassword = parseCurrentPassword(password);
  const verified = await verifyPassword(services, actor, "currentPassword", currentPassword, wrongCurrentPassword);
  return services.eventStore.unitOfWork(async (tx) => {
    await verified.requireCurrent(tx);
    return work(tx);
  });
}

/**
 * Like {@link withPassword}, for `work` that checks a code: wrong codes count as failed logins, because a right
 * password resets the count of wrong passwords.
 */
async function withBothFactors<Result>(
  services: SecondFactorServices,
  actor: Actor,
  password: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { email } = await getProfile(services, actor);
  const attempt = await services.limits.login(actor.address, email);
  const { result, codeTry } = await withPassword(services, actor, password, async (tx) => {
    // Counted after the password was verified: a stolen session alone must not use up the account's attempts.
    const counted = await services.limits.secondFactor(actor.address, email);
    return { codeTry: counted, result: await work(tx) };
  });
  await codeTry.succeeded();
  await attempt.succeeded();
  return result;
}

async function audited(
  services: Events & Ids,
  tx: Transaction,
  actor: Actor,
  userId: string,
  action: string,
): Promise<void> {
  const resource = { type: "user", id: userId } as const;
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource });
}
