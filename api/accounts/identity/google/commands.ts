import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { UniqueConstraintViolationException } from "@mikro-orm/core";
import { type Caller, originOf } from "../../../kernel/calls/actor.ts";
import type { Clock, PasswordHashing, Randomness } from "../../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../../kernel/database/orm.ts";
import { execute, rowsOf, type Statements } from "../../../kernel/database/statements.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";
import { users } from "../decide.ts";
import { AccountBanRow, CredentialRow } from "../rows.ts";
import { challengeFor } from "../challenges.ts";
import { signIn, type SignInOutcome } from "../commands.ts";
import { parseCompletion } from "../input.ts";
import { notifyOwner } from "../accountMails.ts";
import { findMailedToken, issueMailedToken, spendMailedTokens } from "../mailedTokens.ts";
import { emailTaken } from "../project.ts";
import { findUserByEmail, type Profile } from "../queries.ts";
import type { SessionServices, Tokens } from "../sessions.ts";
import type { GoogleIdentity } from "./provider.ts";

export type GoogleSignInOutcome =
  /** The page in this browser may exchange the code for a session, once. */
  | { readonly kind: "known"; readonly code: string }
  /** An operator has banned the account. */
  | { readonly kind: "banned" }
  | { readonly kind: "new" }
  /** The address belongs to an account that is not linked to this Google account. */
  | { readonly kind: "address taken" };

/** Handles a user whom the provider has authenticated. */
export async function handleGoogleSignIn(
  services: Database & Randomness & Clock,
  identity: GoogleIdentity,
): Promise<GoogleSignInOutcome> {
  const em = services.orm.em.fork();
  const userId = await findUserId(em, identity);
  if (!userId) return { kind: (await findUserByEmail(em, identity.email)) ? "address taken" : "new" };
  if ((await em.count(AccountBanRow, { userId })) > 0) return { kind: "banned" };
  const expiresAt = new Date(services.now().getTime() + limits.googleCodeSeconds * 1000);
  const code = await issueMailedToken(services, "google sign-in", { userId, email: identity.email }, expiresAt);
  return { kind: "known", code };
}

/**
 * Exchanges a code for a session, once. Throws RATE_LIMIT_ERROR, and AUTHORIZATION_ERROR for an invalid code or an
 * account that was banned in the meantime.
 */
export async function exchangeGoogleCode(
  services: Events & SessionServices & LimitsOf<"auth">,
  code: string,
  caller: Caller,
): Promise<SignInOutcome> {
  await services.limits.auth(caller.address);
  return services.eventStore.unitOfWork(async (tx) => {
    const found = await findMailedToken(services, tx, "google sign-in", code);
    if (!found) throw new HoplogError("AUTHORIZATION_ERROR", "Your sign-in has expired. Please start again.");
    const { userId } = found;
    await spendMailedTokens(tx, userId, "google sign-in");
    if ((await tx.count(AccountBanRow, { userId })) > 0) {
      throw new HoplogError("AUTHORIZATION_ERROR", "This account has been banned by an operator.");
    }
    const origin = originOf(services, { ...caller, userId, credential: { kind: "google" } });
    const challenge = await challengeFor(services, tx, userId, { method: "google", origin });
    return challenge ? { challenge } : signIn(services, tx, { userId, method: "google", origin, caller });
  });
}

async function findUserId(tx: Statements, { issuer, subject }: GoogleIdentity): Promise<string | null> {
  const [found] = await rowsOf<{ userId: string }>(
    tx,
    sql`SELECT user_id AS "userId" FROM google_identity WHERE issuer = ${issuer} AND subject = ${subject}`,
  );
  return found?.userId ?? null;
}

export interface CompletionInput {
  readonly email: string;
  readonly name: string;
  readonly googleId: string;
  readonly contactNumber: string;
  readonly password: string;
}

/**
 * Creates an account for a user whom the provider has authenticated, and signs in. Identity fields from the browser are
 * not trusted: they must only match. Throws AUTHORIZATION_ERROR without a proven identity, VALIDATION_ERROR,
 * RATE_LIMIT_ERROR, and CONFLICT_ERROR on `email`.
 */
export async function completeSignUp(
  services: Events & SessionServices & PasswordHashing & LimitsOf<"auth" | "registration">,
  identity: GoogleIdentity | null,
  input: CompletionInput,
  caller: Caller,
): Promise<{ user: Profile; tokens: Tokens }> {
  await services.limits.auth(caller.address);
  if (!identity || !matches(identity, input)) {
    throw new HoplogError("AUTHORIZATION_ERROR", "Your sign-in has expired. Please start again.");
  }
  const { contactNumber, password } = parseCompletion(input, identity);
  const { issuer, subject, email, name } = identity;
  await services.limits.registration(caller.address, email);
  const passwordHash = await services.passwords.hash(password);
  const userId = services.newId();
  const now = services.now();
  return services.eventStore.unitOfWork(async (tx) => {
    const at = now.toISOString();
    const command = { type: "Register", method: "google", userId, name, email, contactNumber, at } as const;
    const origin = originOf(services, { ...caller, userId, credential: { kind: "google" } });
    await services.eventStore.execute(tx, users, userId, command, origin);
    await tx.insert(CredentialRow, { userId, passwordHash, changedAt: now });
    await link(tx, issuer, subject, userId);
    await notifyOwner(services, tx, userId, "google-linked");
    return signIn(services, tx, { userId, method: "google", origin, caller });
  });
}

function matches(identity: GoogleIdentity, { email, name, googleId }: CompletionInput): boolean {
  return (
    email.trim().toLowerCase() === identity.email.toLowerCase() &&
    name.trim() === identity.name &&
    googleId === identity.subject
  );
}

async function link(tx: Transaction, issuer: string, subject: string, userId: string): Promise<void> {
  try {
    await execute(
      tx,
      sql`INSERT INTO google_identity (issuer, subject, user_id) VALUES (${issuer}, ${subject}, ${userId})`,
    );
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw emailTaken();
    throw error;
  }
}
