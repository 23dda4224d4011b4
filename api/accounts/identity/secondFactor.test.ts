import { generateSync } from "otplib";
import { secondFactorLimits } from "@hoplog/schema/secondFactor.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { resetPassword } from "../../testing/outlets.ts";
import { mailTo } from "../../testing/mails.ts";
import {
  answerChallenge,
  challengeAnswer,
  challengeOf as openChallenge,
  recoveryCodesAnswer,
  signUpGuarded,
  totpSecretAnswer,
} from "../../testing/secondFactor.ts";
import {
  call,
  graphql,
  logIn,
  openTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../testing/testApi.ts";
import { sweep } from "./sweep.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const sessionAnswer = z.object({
  user: z.object({ _id: z.string(), hasSecondFactor: z.boolean() }),
  tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }),
});

const post = (path: string, body: object, user?: TestUser) => call(api, "POST", path, { body, ...(user && { user }) });
const logsIn = (email: string, secret = password) => post("/api/auth/login", { email, password: secret });
const run = (sql: string, values: readonly unknown[]) => api.services.reads.query(sql, [...values]);

const guarded = () => signUpGuarded(api);
const challengeOf = (email: string) => openChallenge(api, email);
const answers = (id: string, code: string, method = "totp") => answerChallenge(api, id, code, method);
const wrong = { status: 422, body: { error: { details: { fields: [{ field: "code" }] } } } };
const over = { status: 401, body: { message: "This sign-in has expired. Sign in again." } };

describe("setting up", () => {
  it("needs the password, and a code of the app", async () => {
    const user = await signUp(api);
    expect(await post("/api/auth/totp", { currentPassword: "a guess at it" }, user)).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "currentPassword" }] } } },
    });
    expect(await post("/api/auth/totp/confirm", { code: "123456" }, user)).toMatchObject(wrong);
    const { body } = await post("/api/auth/totp", { currentPassword: password }, user);
    const { secret, uri } = totpSecretAnswer.parse(body).data;
    expect(uri).toContain(secret);
    const sure = generateSync({ secret });
    const other = String((Number(sure) + 1) % 1_000_000).padStart(6, "0");
    expect(await post("/api/auth/totp/confirm", { code: other }, user)).toMatchObject(wrong);
    // Until then, signing in needs no code.
    expect(sessionAnswer.parse((await logsIn(user.email)).body).user.hasSecondFactor).toBe(false);
    const confirmed = await post("/api/auth/totp/confirm", { code: sure }, user);
    const { recoveryCodes } = recoveryCodesAnswer.parse(confirmed.body).data;
    expect(new Set(recoveryCodes).size).toBe(secondFactorLimits.recoveryCodes);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    expect((await call(api, "GET", "/api/auth/totp", { user })).body).toMatchObject({
      data: { isEnabled: true, recoveryCodesLeft: 10, removalAt: null },
    });
    await mailTo(api, user.email, "Your hoplog account has a second factor");
  });

  it("replaces a secret that was not confirmed, and none that was", async () => {
    const user = await signUp(api);
    const first = totpSecretAnswer.parse((await post("/api/auth/totp", { currentPassword: password }, user)).body).data;
    const second = totpSecretAnswer.parse(
      (await post("/api/auth/totp", { currentPassword: password }, user)).body,
    ).data;
    expect(await post("/api/auth/totp/confirm", { code: generateSync(first) }, user)).toMatchObject(wrong);
    expect((await post("/api/auth/totp/confirm", { code: generateSync(second) }, user)).status).toBe(200);
    expect(await post("/api/auth/totp", { currentPassword: password }, user)).toMatchObject({ status: 409 });
  });

  it("takes no code for a secret of yesterday", async () => {
    const user = await signUp(api);
    const { secret } = totpSecretAnswer.parse(
      (await post("/api/auth/totp", { currentPassword: password }, user)).body,
    ).data;
    await run("UPDATE totp SET created_at = created_at - interval '31 minutes' WHERE user_id = $1", [user.id]);
    expect(await post("/api/auth/totp/confirm", { code: generateSync({ secret }) }, user)).toMatchObject(wrong);
    await run("UPDATE totp SET created_at = created_at - interval '1 day' WHERE user_id = $1", [user.id]);
    await sweep(api.services.orm, new Date(), 365);
    expect((await run("SELECT FROM totp WHERE user_id = $1", [user.id])).rowCount).toBe(0);
  });

  it("stores no secret and no code that a copy of the database would reveal", async () => {
    const { user, recoveryCodes } = await guarded();
    const { rows } = await run(
      "SELECT (SELECT encode(sealed, 'escape') FROM totp WHERE user_id = $1) || (SELECT string_agg(hash, ' ') FROM recovery_code WHERE user_id = $1) AS all",
      [user.id],
    );
    const stored = String(rows[0]?.["all"]);
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    expect(stored).not.toMatch(/[A-Z2-7]{32}/);
  });
});

it("gives no recovery codes for an app that was not confirmed", async () => {
  const user = await signUp(api);
  const made = await post("/api/auth/totp", { currentPassword: password }, user);
  const code = generateSync(totpSecretAnswer.parse(made.body).data);
  const given = { currentPassword: password, code };
  expect(await post("/api/auth/totp/recovery-codes", given, user)).toMatchObject(wrong);
  expect(await call(api, "DELETE", "/api/auth/totp", { user, body: given })).toMatchObject(wrong);
});

describe("signing in", () => {
  it("takes a code after the password, once", async () => {
    const { user, code } = await guarded();
    const begun = await logsIn(user.email);
    expect(begun.status).toBe(200);
    expect(begun.body).not.toHaveProperty("tokens");
    expect(begun.body).not.toHaveProperty("user");
    const { id } = challengeAnswer.parse(begun.body).challenge;
    const sure = await code();
    const { status, body } = await answers(id, ` ${sure.slice(0, 3)}-${sure.slice(3)}`);
    expect(status).toBe(200);
    expect(sessionAnswer.parse(body).user.hasSecondFactor).toBe(true);
    // Neither the challenge nor the code works again.
    expect(await answers(id, sure)).toMatchObject(over);
    expect(await answers(await challengeOf(user.email), sure)).toMatchObject(wrong);
    const { rows } = await run(
      "SELECT detail FROM audit WHERE user_id = $1 AND action = 'SignIn' AND detail ? 'secondFactor'",
      [user.id],
    );
    expect(rows).toMatchObject([{ detail: { method: "password", secondFactor: "totp" } }]);
  });

  it("gives one of two calls with one code a session", async () => {
    const { user, code } = await guarded();
    const ids = [await challengeOf(user.email), await challengeOf(user.email)];
    const sure = await code();
    const statuses = await Promise.all(ids.map(async (id) => (await answers(id, sure)).status));
    expect(statuses.toSorted()).toEqual([200, 422]);
  });

  it("reports the challenge as an error in GraphQL, and completes it there", async () => {
    const { user, code } = await guarded();
    const login =
      'mutation ($email: String!) { login(email: $email, password: "correct horse battery") { tokens { accessToken } } }';
    const { body } = await graphql(api, login, { email: user.email });
    const errors = z
      .object({ errors: z.array(z.object({ extensions: z.object({ type: z.string(), details: challengeAnswer }) })) })
      .parse(body).errors;
    expect(errors[0]?.extensions).toMatchObject({
      type: "AUTHENTICATION_ERROR",
      details: { challenge: { methods: ["totp", "recovery"], expiresIn: 300 } },
    });
    const complete =
      "mutation ($id: String!, $code: String!) { completeChallenge(id: $id, method: totp, code: $code) { user { hasSecondFactor } } }";
    const id = errors[0]?.extensions.details.challenge.id;
    expect((await graphql(api, complete, { id, code: await code() })).body).toEqual({
      data: { completeChallenge: { user: { hasSecondFactor: true } } },
    });
  });

  it("takes each recovery code once, in any spelling, and says how many are left", async () => {
    const { user, recoveryCodes } = await guarded();
    const [first = "", second = ""] = recoveryCodes;
    expect((await answers(await challengeOf(user.email), first, "recovery")).status).toBe(200);
    await mailTo(api, user.email, "A recovery code of your hoplog account was used");
    expect(await answers(await challengeOf(user.email), first, "recovery")).toMatchObject(wrong);
    const spelled = second.toLowerCase().replaceAll("-", " ");
    expect((await answers(await challengeOf(user.email), spelled, "recovery")).status).toBe(200);
    expect((await call(api, "GET", "/api/auth/totp", { user })).body).toMatchObject({ data: { recoveryCodesLeft: 8 } });
  });

  it("takes no recovery code of another user, nor one of the wrong kind", async () => {
    const [one, two] = [await guarded(), await guarded()];
    const id = await challengeOf(one.user.email);
    expect(await answers(id, two.recoveryCodes[0] ?? "", "recovery")).toMatchObject(wrong);
    expect(await answers(id, one.recoveryCodes[0] ?? "", "totp")).toMatchObject(wrong);
    expect(await answers(id, await one.code(), "recovery")).toMatchObject(wrong);
    expect(await answers(id, " ")).toMatchObject(wrong);
    expect(await answers(id, "1".repeat(5000))).toMatchObject({ status: 422 });
    expect((await post("/api/auth/challenge", { id, method: "passkey", code: "1" })).status).toBe(422);
  });

  it("locks a challenge after five attempts, and never the account", async () => {
    const { user, code } = await guarded();
    const id = await challengeOf(user.email);
    for (let i = 0; i < secondFactorLimits.attempts; i++) expect(await answers(id, "000000")).toMatchObject(wrong);
    expect(await answers(id, await code())).toMatchObject(over);
    expect((await answers(await challengeOf(user.email), await code())).status).toBe(200);
  });

  it("ends a challenge after five minutes, and with the password", async () => {
    const { user, code } = await guarded();
    const late = await challengeOf(user.email);
    await run("UPDATE login_challenge SET expires_at = now() - interval '1 second' WHERE user_id = $1", [user.id]);
    expect(await answers(late, await code())).toMatchObject(over);
    const id = await challengeOf(user.email);
    await resetPassword(api, user.email);
    expect(await answers(id, await code())).toMatchObject(over);
    expect(await answers("nonsense", "123456")).toMatchObject(over);
  });

  it("reveals nothing to whoever does not know the password", async () => {
    const { user } = await guarded();
    const answer = await logsIn(user.email, "a guess at it");
    expect(answer).toMatchObject({ status: 401, body: { message: "Invalid email or password" } });
    expect(answer.body).not.toHaveProperty("challenge");
  });

  it("is without a code again once the second factor is off, which needs both factors", async () => {
    const { user, code, recoveryCodes } = await guarded();
    const off = (currentPassword: string, given: string) =>
      call(api, "DELETE", "/api/auth/totp", { user, body: { currentPassword, code: given } });
    expect((await off("a guess at it", await code())).status).toBe(422);
    expect(await off(password, "000000")).toMatchObject(wrong);
    expect((await off(password, recoveryCodes[0] ?? "")).status).toBe(200);
    expect(sessionAnswer.parse((await logsIn(user.email)).body).user.hasSecondFactor).toBe(false);
    await mailTo(api, user.email, "The second factor of your hoplog account is off");
  });

  it("takes new recovery codes, and no earlier ones", async () => {
    const { user, code, recoveryCodes } = await guarded();
    const path = "/api/auth/totp/recovery-codes";
    expect(await post(path, { currentPassword: password, code: recoveryCodes[0] }, user)).toMatchObject(wrong);
    const { body } = await post(path, { currentPassword: password, code: await code() }, user);
    const [fresh = ""] = recoveryCodesAnswer.parse(body).data.recoveryCodes;
    expect(await answers(await challengeOf(user.email), recoveryCodes[1] ?? "", "recovery")).toMatchObject(wrong);
    expect((await answers(await challengeOf(user.email), fresh, "recovery")).status).toBe(200);
  });
});

it("leaves nothing of a deleted account", async () => {
  const { user, code } = await guarded();
  await post("/api/auth/challenge/recover", { id: await challengeOf(user.email) });
  await code();
  const mutation = "mutation ($password: String!) { deleteAccount(password: $password) }";
  expect((await graphql(api, mutation, { password }, user)).body).toEqual({ data: { deleteAccount: true } });
  for (const table of ["totp", "recovery_code", "login_challenge", "totp_removal"])
    expect((await run(`SELECT FROM ${table} WHERE user_id = $1`, [user.id])).rowCount).toBe(0);
});

it("does not open for a user whose sessions began before", async () => {
  const { user } = await guarded();
  // A session stays valid when the second factor is turned on.
  expect((await call(api, "GET", "/api/auth/profile", { user })).status).toBe(200);
  await expect(logIn(api, user.email)).rejects.toThrow();
});
