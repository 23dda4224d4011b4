import { expect } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { mailTo, tokenIn } from "./mails.ts";
import { call, password, type TestApi, type TestUser } from "./testApi.ts";

export const newPassword = "another horse battery";

const outletsAnswer = z.object({
  data: z.array(z.object({ _id: z.string(), kind: z.string(), name: z.string(), state: z.string() }).loose()),
});

/** Returns the owner's outlets, newest first. */
export async function outletsOf(api: TestApi, user: TestUser) {
  return outletsAnswer.parse((await call(api, "GET", "/api/auth/outlets", { user })).body).data;
}

/** Returns the state of an outlet; undefined if it was deleted. */
export async function stateOf(api: TestApi, user: TestUser, id: string): Promise<string | undefined> {
  return (await outletsOf(api, user)).find(({ _id }) => _id === id)?.state;
}

export async function resetPassword(api: TestApi, email: string): Promise<void> {
  await call(api, "POST", "/api/auth/forgot-password", { body: { email } });
  const resetToken = tokenIn(await mailTo(api, email, "Reset your hoplog password"));
  const { status } = await call(api, "POST", "/api/auth/reset-password", { body: { resetToken, newPassword } });
  expect(status).toBe(200);
}

/** Changes the password, which ends all other sessions. */
export async function changePassword(api: TestApi, user: TestUser, more: object = {}): Promise<void> {
  const body = { currentPassword: password, newPassword, ...more };
  expect((await call(api, "POST", "/api/auth/change-password", { user, body })).status).toBe(200);
}

export async function logInWith(api: TestApi, email: string, secret: string): Promise<TestUser> {
  const { body } = await call(api, "POST", "/api/auth/login", { body: { email, password: secret } });
  const { user, tokens } = z
    .object({
      user: z.object({ _id: z.string() }),
      tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }),
    })
    .parse(body);
  return { id: user._id, email, ...tokens };
}

export async function makeKey(
  api: TestApi,
  user: TestUser,
  scopes: readonly string[],
): Promise<{ id: string; asKey: TestUser }> {
  const { body } = await call(api, "POST", "/api/keys", { user, body: { name: "Deploy", scopes } });
  const { data } = z.object({ data: z.object({ _id: z.string(), key: z.string() }) }).parse(body);
  return { id: data._id, asKey: { ...user, accessToken: data.key } };
}

/** Returns the session of the last login, as recorded for outlets. */
export async function lastSessionOf(api: TestApi, { id }: TestUser): Promise<string> {
  const { rows } = await api.services.reads.query<{ id: string }>(
    sql`SELECT id FROM session WHERE user_id = ${id} ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return rows[0]?.id ?? "";
}
