import { HoplogError } from "@hoplog/schema/errors.js";
import { UniqueConstraintViolationException } from "@mikro-orm/core";
import { type Caller, originOf } from "../../calls/actor.ts";
import type { Transaction } from "../../database/orm.ts";
import type { Events } from "../../eventstore/eventStore.ts";
import type { LimitsOf } from "../../limits/limits.ts";
import { users } from "../decide.ts";
import { AccountBanRow, CredentialRow } from "../rows.ts";
import { signIn } from "../commands.ts";
import { parseCompletion } from "../input.ts";
import { notifyOwner } from "../accountMails.ts";
import { hashPassword } from "@hoplog/platform/passwords/passwords.js";
import { emailTaken } from "../project.ts";
import { findUserByEmail, type Profile } from "../queries.ts";
import type { SessionServices, Tokens } from "../sessions.ts";
import type { GoogleIdentity } from "./provider.ts";

export type GoogleSignInOutcome =
  | { readonly kind: "signed in"; readonly user: Profile; readonly tokens: Tokens }
  /** An operator has banned the account. */
  | { readonly kind: "banned" }
  | { readonly kind: "new" }
  /** The address belongs to an account that this Google account does not open. */
  | { readonly kind: "address taken" };

/** What becomes of somebody whom the provider vouches for. */
export async function handleGoogleSignIn(
  services: Events & SessionServices,
  identity: GoogleIdentity,
  caller: Caller,
): Promise<GoogleSignInOutcome> {
  return services.eventStore.unitOfWork(async (tx): Promise<GoogleSignInOutcome> => {
    const userId = await findUserId(tx, identity);
    if (userId) {
      if ((await tx.count(AccountBanRow, { userId })) > 0) return { kind: "banned" };
      const origin = originOf(services, { ...caller, userId, credential: { kind: "google" } });
      return { kind: "signed in", ...(await signIn(services, tx, userId, "google", origin)) };
    }
    return { kind: (await findUserByEmail(tx, identity.email)) ? "address taken" : "new" };
  });
}

async function findUserId(tx: Transaction, { issuer, subject }: GoogleIdentity): Promise<string | null> {
  const [found] = await tx.execute<{ userId: string }[]>(
    `SELECT user_id AS "userId" FROM google_identity WHERE issuer = ? AND subject = ?`,
    [issuer, subject],
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
 * Makes the account of somebody whom the provider has vouched for, and signs in. What the browser says about the
 * identity counts for nothing: it must only be the same. Throws AUTHORIZATION_ERROR without a proven identity,
 * VALIDATION_ERROR, RATE_LIMIT_ERROR, and CONFLICT_ERROR on `email`.
 */
export async function completeSignUp(
  services: Events & SessionServices & LimitsOf<"auth" | "registration">,
  identity: GoogleIdentity | null,
  input: CompletionInput,
  caller: Caller,
): Promise<{ user: Profile; tokens: Tokens }> {
  await services.limits.auth(caller.address);
  if (!identity || !matches(identity, input)) {
    throw new HoplogError("AUTHORIZATION_ERROR", "Your Google sign-in has expired. Please start again.");
  }
  const { contactNumber, password } = parseCompletion(input, identity);
  const { issuer, subject, email, name } = identity;
  await services.limits.registration(caller.address, email);
  const passwordHash = await hashPassword(password);
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
    return signIn(services, tx, userId, "google", origin);
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
    const columns = "INSERT INTO google_identity (issuer, subject, user_id) VALUES (?, ?, ?)";
    await tx.execute(columns, [issuer, subject, userId], "run");
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw emailTaken();
    throw error;
  }
}
