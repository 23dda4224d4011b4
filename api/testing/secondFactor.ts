import { sql } from "@hoplog/platform/postgres/sql.js";
import { generateSync } from "otplib";
import { z } from "zod";
import { execute } from "../kernel/database/statements.ts";
import { call, password, signUp, type TestApi, type TestUser } from "./testApi.ts";

export const totpSecretAnswer = z.object({ data: z.object({ secret: z.string(), uri: z.string() }) });
export const recoveryCodesAnswer = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) });
export const challengeAnswer = z.object({
  challenge: z.object({ id: z.string(), methods: z.array(z.string()), expiresIn: z.number() }),
});

/** A user with an authenticator app. */
export interface Guarded {
  readonly user: TestUser;
  readonly recoveryCodes: readonly string[];
  /** Returns a code that was not used before. */
  readonly code: () => Promise<string>;
}

/** Creates a user and turns the second factor on. */
export async function signUpGuarded(api: TestApi): Promise<Guarded> {
  const user = await signUp(api);
  const made = await call(api, "POST", "/api/auth/totp", { user, body: { currentPassword: password } });
  const { secret } = totpSecretAnswer.parse(made.body).data;
  const code = generateSync({ secret });
  const confirmed = await call(api, "POST", "/api/auth/totp/confirm", { user, body: { code } });
  const { recoveryCodes } = recoveryCodesAnswer.parse(confirmed.body).data;
  return { user, recoveryCodes, code: () => freshCode(api, user.id, secret) };
}

/** Marks the last code as long past, because tests use several codes within one step. */
async function freshCode(api: TestApi, userId: string, secret: string): Promise<string> {
  await execute(api.services.orm.em.fork(), sql`UPDATE totp SET last_step = 0 WHERE user_id = ${userId}`);
  return generateSync({ secret });
}

/** Signs in with the password, and returns the id of the challenge. */
export async function challengeOf(api: TestApi, email: string, secret = password): Promise<string> {
  const { body } = await call(api, "POST", "/api/auth/login", { body: { email, password: secret } });
  return challengeAnswer.parse(body).challenge.id;
}

export function answerChallenge(api: TestApi, id: string, code: string, method = "totp") {
  return call(api, "POST", "/api/auth/challenge", { body: { id, method, code } });
}
