import { authenticationError } from "@hoplog/schema/errors.js";
import { raw } from "@mikro-orm/core";
import type { Transaction } from "../database/orm.ts";
import { execute, type Aggregate } from "../eventstore/execute.ts";
import { unitOfWork } from "../eventstore/unitOfWork.ts";
import { type Actor, metaOf, type Services } from "../services.ts";
import { CredentialRow } from "./credentialRow.ts";
import { decideUser, type UserCommand } from "./decide.ts";
import { parseLogin, parseProfile, parseRegistration, type RegistrationInput } from "./input.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { openSession, revokeSession, type Tokens } from "./sessions.ts";
import { evolveUser, noUser, type UserState } from "./user.ts";
import { UserRow } from "./userRow.ts";

const users: Aggregate<"user", UserState, UserCommand> = {
  streamType: "user",
  initial: noUser,
  evolve: evolveUser,
  decide: decideUser,
};

/** Throws VALIDATION_ERROR, or CONFLICT_ERROR on `email`. Signs nobody in. */
export async function register(services: Services, input: RegistrationInput, via: Actor["via"]): Promise<UserRow> {
  const { name, email, contactNumber, password } = parseRegistration(input);
  const passwordHash = await hashPassword(password);
  const userId = services.newId();
  const now = services.now();
  return unitOfWork(services.orm, async (tx) => {
    const command = { type: "Register", userId, name, email, contactNumber, at: now.toISOString() } as const;
    await execute(tx, users, userId, command, { userId, via });
    await tx.insert(CredentialRow, { userId, passwordHash, changedAt: now });
    return findUser(tx, userId);
  });
}

/** Throws VALIDATION_ERROR, or AUTHENTICATION_ERROR that doesn't say which of the two was wrong. */
export async function logIn(
  services: Services,
  input: { readonly email: string; readonly password: string },
  via: Actor["via"],
): Promise<{ user: UserRow; tokens: Tokens }> {
  const { email, password } = parseLogin(input.email, input.password);
  const em = services.orm.em.fork();
  const user = await em.findOne(UserRow, { [raw("lower(email)")]: email.toLowerCase() });
  const credential = user && (await em.findOne(CredentialRow, { userId: user.id }));
  const matches = await passwordMatches(credential?.passwordHash ?? null, password);
  if (!user || !matches) throw authenticationError("Invalid email or password");
  return unitOfWork(services.orm, async (tx) => {
    const at = services.now().toISOString();
    await execute(
      tx,
      users,
      user.id,
      { type: "SignIn", userId: user.id, method: "password", at },
      { userId: user.id, via },
    );
    const tokens = await openSession(services, tx, user.id);
    return { user: await findUser(tx, user.id), tokens };
  });
}

/** Ends the session of the access token; the token itself runs out within its quarter of an hour. */
export async function logOut(services: Services, actor: Actor): Promise<void> {
  await unitOfWork(services.orm, (tx) => revokeSession(services, tx, actor.sessionId, "logged out"));
}

/** Throws VALIDATION_ERROR. */
export async function changeProfile(
  services: Services,
  actor: Actor,
  input: { readonly name: string; readonly contactNumber: string },
): Promise<UserRow> {
  const profile = parseProfile(input);
  const userId = actor.userId;
  return unitOfWork(services.orm, async (tx) => {
    const at = services.now().toISOString();
    await execute(tx, users, userId, { type: "ChangeProfile", userId, ...profile, at }, metaOf(actor));
    return findUser(tx, userId);
  });
}

async function findUser(tx: Transaction, id: string): Promise<UserRow> {
  return tx.findOneOrFail(UserRow, id, { disableIdentityMap: true });
}
