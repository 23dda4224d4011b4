import { sql } from "@hoplog/platform/postgres/sql.js";
import { authenticationError } from "@hoplog/schema/errors.js";
import { authorizeAccount } from "../../kernel/access/authorize.ts";
import { originOf, type Actor, type Caller } from "../../kernel/calls/actor.ts";
import type { Clock, Ids, PasswordHashing } from "../../kernel/calls/capabilities.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { Challenge, SecondFactorMethod } from "@hoplog/schema/secondFactor.js";
import { challengeFor, type FirstFactor, hasSecondFactor } from "./challenges.ts";
import { users } from "./decide.ts";
import { verifyPassword, isCurrentPassword, wrongCurrentPassword } from "./verifyPassword.ts";
import { CredentialRow, UserRow } from "./rows.ts";
import { notifyOwner } from "./accountMails.ts";
import { describeDevice, recognizeDevice } from "./devices.ts";
import { dropEmailChange, requestEmailChange } from "./emailChange.ts";
import { parseCurrentPassword, parseLogin, parseProfile, parseRegistration, type RegistrationInput } from "./input.ts";
import { pauseAndNotify } from "../outlets/pause.ts";
import { endChallenges } from "./pendingRemoval.ts";
import { findProfile, findUserByEmail, type Profile, profileSettings } from "./queries.ts";
import { allowCode, type SecondFactorServices } from "./secondFactor.ts";
import { openSession, revokeSession, revokeSessionsOf, type SessionServices, type Tokens } from "./sessions.ts";

/** Creates an account without signing in. Throws VALIDATION_ERROR, RATE_LIMIT_ERROR, or CONFLICT_ERROR on `email`. */
export async function register(
  services: Events & Ids & Clock & PasswordHashing & LimitsOf<"auth" | "registration">,
  input: RegistrationInput,
  caller: Caller,
): Promise<Profile> {
  await services.limits.auth(caller.address);
  const { name, email, contactNumber, password } = parseRegistration(input);
  await services.limits.registration(caller.address, email);
  const passwordHash = await services.passwords.hash(password);
  const userId = services.newId();
  const now = services.now();
  return services.eventStore.unitOfWork(async (tx) => {
    const command = {
      type: "Register",
      method: "password",
      userId,
      name,
      email,
      contactNumber,
      at: now.toISOString(),
    } as const;
    await services.eventStore.execute(tx, users, userId, command, originOf(services, byPassword(userId, caller)));
    await tx.insert(CredentialRow, { userId, passwordHash, changedAt: now });
    return presentProfile(services, tx, userId);
  });
}

/** A new session with its user, or the challenge of a sign-in that waits for the second factor. */
export type SignInOutcome = { user: Profile; tokens: Tokens } | { challenge: Challenge };

/**
 * Signs in with a password. Throws VALIDATION_ERROR, RATE_LIMIT_ERROR, AUTHORIZATION_ERROR for a banned account, or an
 * AUTHENTICATION_ERROR that does not reveal whether the address or the password was wrong.
 */
export async function logIn(
  services: Database & Events & SessionServices & PasswordHashing & LimitsOf<"auth" | "login">,
  input: { readonly email: string; readonly password: string },
  caller: Caller,
): Promise<SignInOutcome> {
  await services.limits.auth(caller.address);
  const { email, password } = parseLogin(input.email, input.password);
  const attempt = await services.limits.login(caller.address, email);
  const em = services.orm.em.fork();
  const user = await findUserByEmail(em, email);
  const credential = user && (await em.findOne(CredentialRow, { userId: user.id }));
  const matches = await services.passwords.matches(credential?.passwordHash ?? null, password);
  if (!user || !credential || !matches) throw wrongLogin();
  // With a second factor, a correct password does not reset the count of attempts; otherwise codes could be guessed
  // without limit.
  await ((await hasSecondFactor(em, user.id)) ? attempt.continues() : attempt.succeeded());
  return services.eventStore.unitOfWork(async (tx) => {
    // A session created with the old password must not outlive a reset that ends all others.
    if (!(await isCurrentPassword(tx, credential))) throw wrongLogin();
    const origin = originOf(services, byPassword(user.id, caller));
    const method = "password";
    const challenge = await challengeFor(services, tx, user.id, { method, origin });
    return challenge ? { challenge } : signIn(services, tx, { userId: user.id, method, origin, caller });
  });
}

/** Returns the origin of a command that is authorized by a password instead of a session. */
function byPassword(userId: string, caller: Caller) {
  return { ...caller, userId, credential: { kind: "password" } } as const;
}

function wrongLogin() {
  return authenticationError("Invalid email or password");
}

interface SignIn {
  readonly userId: string;
  readonly method: FirstFactor;
  /** The method of the second factor, if there was one. */
  readonly secondFactor?: SecondFactorMethod;
  readonly origin: CommandOrigin;
  readonly caller: Caller;
}

/** Records the sign-in, starts a session, and notifies the owner of a new device, within the transaction. */
export async function signIn(
  services: Events & SessionServices,
  tx: Transaction,
  { userId, method, secondFactor, origin, caller }: SignIn,
): Promise<{ user: Profile; tokens: Tokens }> {
  const { lastLogin } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
  const at = services.now().toISOString();
  await services.eventStore.execute(
    tx,
    users,
    userId,
    { type: "SignIn", userId, method, at },
    { ...origin, detail: { method, ...(secondFactor && { secondFactor }) } },
  );
  const tokens = await openSession(services, tx, userId, caller);
  const isKnown = await recognizeDevice(services, tx, userId, caller);
  // The first sign-in is not reported, because the owner has just created the account.
  if (!isKnown && lastLogin !== null) {
    const { device, browser, place } = describeDevice(services, caller);
    const known = { ...(device && { device }), ...(browser && { browser }), ...(place && { place }) };
    await notifyOwner(services, tx, userId, "new-device", { ...known, at, address: caller.address });
  }
  return { user: await presentProfile(services, tx, userId), tokens };
}

/**
 * Ends every session of the account, including this one, cancels a pending address change, and pauses outlets that the
 * other sessions created.
 */
export async function logOutEverywhere(services: Events & Ids & Clock, actor: Actor): Promise<void> {
  const userId = authorizeAccount(actor, "account:write");
  await services.eventStore.unitOfWork(async (tx) => {
    const action = { action: "LogOutEverywhere", resource: { type: "user", id: userId } } as const;
    const origin = originOf(services, actor);
    await services.eventStore.audit(tx, origin, action);
    await dropEmailChange(tx, userId);
    await endChallenges(tx, userId);
    const keptSessionId = actor.credential.id;
    const sessions = await revokeSessionsOf(services, tx, userId, "logged out everywhere");
    const endedIds = sessions.filter((id) => id !== keptSessionId);
    const lost = { userId, endedIds, sessions: true, keys: false, keptSessionId };
    await pauseAndNotify(services, tx, { ...lost, origin, because: "LogOutEverywhere" });
  });
  actor.browser?.forget();
}

/** Ends the session of the access token. */
export async function logOut(services: Events & Ids & Clock, actor: Actor): Promise<void> {
  const userId = authorizeAccount(actor, "account:write");
  await services.eventStore.unitOfWork(async (tx) => {
    const action = { action: "LogOut", resource: { type: "user", id: userId } } as const;
    await services.eventStore.audit(tx, originOf(services, actor), action);
    await revokeSession(services, tx, actor.credential.id, "logged out");
  });
  actor.browser?.forget();
}

export interface ProfileInput {
  readonly name: string;
  readonly contactNumber: string;
  /**
   * The new email address; null for no change. A new address takes effect when its owner opens the mailed link; the
   * current address cancels a pending change.
   */
  readonly email: string | null;
  /** The current password; required only for a new address. */
  readonly currentPassword?: string | null | undefined;
  /** A code of the authenticator app, or a recovery code; required only for a new address, with a second factor. */
  readonly code?: string | null | undefined;
}

type ProfileServices = Database &
  Events &
  Ids &
  Clock &
  PasswordHashing &
  LimitsOf<"password" | "emailChange" | "secondFactor"> &
  Pick<SecondFactorServices, "totpBox">;

/**
 * Changes the profile. Throws VALIDATION_ERROR (also on `currentPassword` and `code`), RATE_LIMIT_ERROR, CONFLICT_ERROR
 * on `email`, or PreconditionError.
 */
export async function changeProfile(services: ProfileServices, actor: Actor, input: ProfileInput): Promise<Profile> {
  const userId = authorizeAccount(actor, "account:write");
  const { email, ...profile } = parseProfile(input);
  const present = await findProfile(services.orm.em.fork(), userId, services.now());
  const newEmail = present && email && email.toLowerCase() !== present.email.toLowerCase() ? email : null;
  const given = newEmail === null ? null : await allowNewEmail(services, actor, newEmail, input);
  return services.eventStore.unitOfWork(async (tx) => {
    await given?.requireAll(tx);
    if (actor.expected) {
      // Serializes concurrent edits.
      await execute(tx, sql`SELECT FROM user_account WHERE id = ${userId} FOR UPDATE`);
      requireMatchingEtag(actor, profileSettings(await presentProfile(services, tx, userId)));
    }
    const origin = originOf(services, actor);
    const at = services.now().toISOString();
    await services.eventStore.execute(tx, users, userId, { type: "ChangeProfile", userId, ...profile, at }, origin);
    if (newEmail !== null) {
      const action = { action: "RequestEmailChange", resource: { type: "user", id: userId } } as const;
      await services.eventStore.audit(tx, origin, action);
      await requestEmailChange(services, tx, userId, newEmail);
    } else if (email !== null) await dropEmailChange(tx, userId);
    return presentProfile(services, tx, userId);
  });
}

/**
 * Verifies the password, because the new address will receive reset links, so a token alone must not suffice. Also
 * verifies a code if there is a second factor, because its removal would be announced to the new address. Rate limits
 * apply before the error for a taken address, which is only returned with the right password.
 */
async function allowNewEmail(
  services: ProfileServices,
  actor: Actor,
  email: string,
  { currentPassword, code }: Pick<ProfileInput, "currentPassword" | "code">,
): Promise<{ requireAll(tx: Transaction): Promise<void> }> {
  const password = parseCurrentPassword(currentPassword ?? "");
  const given = await verifyPassword(services, actor, "currentPassword", password, wrongCurrentPassword);
  const codes = await allowCode(services, actor, code ?? "");
  await services.limits.emailChange(actor.address, actor.userId, email);
  return {
    async requireAll(tx) {
      await given.requireCurrent(tx);
      await codes.require(tx);
    },
  };
}

async function presentProfile(services: Clock, tx: Transaction, userId: string): Promise<Profile> {
  const profile = await findProfile(tx, userId, services.now());
  if (!profile) throw new Error(`user ${userId} has no row in Postgres`);
  return profile;
}
