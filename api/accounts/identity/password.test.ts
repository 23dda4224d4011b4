import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { inTurnAtCredential } from "../../testing/inTurnAtCredential.ts";
import { mailsTo, mailTo, tokenIn } from "../../testing/mails.ts";
import { call, graphql, openTestApi, password, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const newPassword = "a new one";
const reset = "Reset your hoplog password";

async function logIn(email: string, attempt: string): Promise<TestUser | null> {
  const { status, body } = await call(api, "POST", "/api/auth/login", { body: { email, password: attempt } });
  if (status !== 200) return null;
  const { user, tokens } = body as { user: { _id: string }; tokens: { accessToken: string; refreshToken: string } };
  return { id: user._id, email, ...tokens };
}

async function refreshes({ refreshToken }: TestUser): Promise<boolean> {
  return (await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } })).status === 200;
}

async function resetToken(email: string): Promise<string> {
  await call(api, "POST", "/api/auth/forgot-password", { body: { email } });
  return tokenIn(await mailTo(api, email, reset));
}

describe("POST /api/auth/change-password", () => {
  const path = "/api/auth/change-password";

  it("takes the new password, ends the other sessions at once, and keeps this one", async () => {
    const user = await signUp(api);
    const elsewhere = await logIn(user.email, password);
    const { status, body } = await call(api, "POST", path, { user, body: { currentPassword: password, newPassword } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: "Password changed successfully!" });
    expect(await logIn(user.email, password)).toBeNull();
    expect(await logIn(user.email, newPassword)).not.toBeNull();
    if (!elsewhere) throw new Error("the second log-in failed");
    expect(await refreshes(elsewhere)).toBe(false);
    await expect.poll(async () => (await call(api, "GET", "/api/auth/profile", { user: elsewhere })).status).toBe(401);
    expect((await call(api, "GET", "/api/auth/profile", { user })).status).toBe(200);
    expect(await refreshes(user)).toBe(true);
    await mailTo(api, user.email, "password was changed");
  });

  it.each<{ input: object; problems: [field: string, message: string][] }>([
    {
      input: {},
      problems: [
        ["currentPassword", "Current password is required"],
        ["newPassword", "New password is required"],
      ],
    },
    {
      input: { currentPassword: password, newPassword: "12345" },
      problems: [["newPassword", "New password must be at least 6 characters"]],
    },
    {
      input: { currentPassword: "wrong", newPassword },
      problems: [["currentPassword", "Current password is incorrect"]],
    },
    {
      input: { currentPassword: password, newPassword: "x".repeat(257) },
      problems: [["newPassword", "Password cannot exceed 256 characters"]],
    },
  ])("refuses $input", async ({ input, problems }) => {
    const user = await signUp(api);
    const { status, body } = await call(api, "POST", path, { user, body: input });
    expect(status).toBe(422);
    const fields = problems.map(([field, message]) => ({ field, message }));
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR", details: { fields } } });
    expect(await logIn(user.email, password)).not.toBeNull();
  });

  it("needs a token", async () => {
    expect((await call(api, "POST", path, { body: { currentPassword: password, newPassword } })).status).toBe(401);
  });

  it("does not undo a reset that came first, and neither does the end of the account or a log-in", async () => {
    const attempts: ((user: TestUser) => Promise<unknown>)[] = [
      ({ email }) => call(api, "POST", "/api/auth/login", { body: { email, password } }),
      (user) => call(api, "POST", path, { user, body: { currentPassword: password, newPassword: "the thief's" } }),
      (user) => graphql(api, `mutation { deleteAccount(password: "${password}") }`, {}, user),
    ];
    for (const attempt of attempts) {
      const user = await signUp(api);
      const body = { resetToken: await resetToken(user.email), newPassword };
      const [first, second] = await inTurnAtCredential(
        api,
        user,
        () => call(api, "POST", "/api/auth/reset-password", { body }),
        () => attempt(user),
      );
      expect(first.status).toBe(200);
      expect(JSON.stringify(second)).toMatch(/assword is incorrect|Invalid email or password/);
      expect(await logIn(user.email, newPassword)).not.toBeNull();
    }
  });

  it("leaves no password in the event log, hashed or not", async () => {
    const user = await signUp(api);
    await call(api, "POST", path, { user, body: { currentPassword: password, newPassword } });
    const events = await rowsOf(api.services.orm.em.fork(), sql`SELECT * FROM event WHERE stream_id = ${user.id}`);
    expect(JSON.stringify(events)).toContain("PasswordChanged");
    expect(JSON.stringify(events)).not.toMatch(/argon2|a new one|correct horse/);
  });
});

describe("POST /api/auth/forgot-password and reset-password", () => {
  it("sets a new password with the mailed link, once, and ends all sessions", async () => {
    const user = await signUp(api);
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email.toUpperCase() } });
    const mail = await mailTo(api, user.email, reset);
    expect(mail.text).toContain("http://localhost:3000/reset-password?token=");
    const body = { resetToken: tokenIn(mail), newPassword };
    const first = await call(api, "POST", "/api/auth/reset-password", { body });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ success: true, message: "Password reset successfully!" });
    expect(await logIn(user.email, newPassword)).not.toBeNull();
    expect(await refreshes(user)).toBe(false);
    const again = await call(api, "POST", "/api/auth/reset-password", { body });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({
      error: { details: { fields: [{ field: "resetToken", message: "This reset link is invalid or has expired" }] } },
    });
  });

  it("does not work with a link that was written to the old address just when it changed", async () => {
    const user = await signUp(api);
    const token = await resetToken(user.email);
    const em = api.services.orm.em.fork();
    await execute(em, sql`UPDATE user_account SET email = 'since@example.com' WHERE id = ${user.id}`);
    const body = { resetToken: token, newPassword };
    expect((await call(api, "POST", "/api/auth/reset-password", { body })).status).toBe(422);
    expect(await logIn("since@example.com", password)).not.toBeNull();
  });

  it("lets one of two at the same moment win", async () => {
    const user = await signUp(api);
    const body = { resetToken: await resetToken(user.email), newPassword };
    const answers = await Promise.all([1, 2].map(() => call(api, "POST", "/api/auth/reset-password", { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it("keeps of the token only its hash", async () => {
    const user = await signUp(api);
    const token = await resetToken(user.email);
    const rows = await rowsOf(api.services.orm.em.fork(), sql`SELECT * FROM mailed_token WHERE user_id = ${user.id}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("does not take a link after ten minutes", async () => {
    const user = await signUp(api);
    const token = await resetToken(user.email);
    const em = api.services.orm.em.fork();
    const [row] = await rowsOf<{ minutes: number }>(
      em,
      sql`SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM mailed_token WHERE user_id = ${user.id}`,
    );
    expect(row?.minutes).toBe(10);
    await execute(em, sql`UPDATE mailed_token SET expires_at = now() WHERE user_id = ${user.id}`);
    const body = { resetToken: token, newPassword };
    expect((await call(api, "POST", "/api/auth/reset-password", { body })).status).toBe(422);
    expect(await logIn(user.email, password)).not.toBeNull();
  });

  it("answers the same for an address without an account, and mails nobody", async () => {
    const user = await signUp(api);
    const [known, unknown] = await Promise.all(
      [user.email, "nobody@example.com"].map((email) =>
        call(api, "POST", "/api/auth/forgot-password", { body: { email } }),
      ),
    );
    expect(known?.status).toBe(200);
    expect(unknown).toEqual(known);
    await mailTo(api, user.email, reset);
    await expect
      .poll(() => rowsOf(api.services.orm.em.fork(), sql`SELECT count(*)::int AS waiting FROM mail_outbox`))
      .toEqual([{ waiting: 0 }]);
    expect(await mailsTo(api, "nobody@example.com")).toEqual([]);
  });

  it.each([
    [{}, "Email is required"],
    [{ email: "nonsense" }, "Please enter a valid email address"],
  ])("refuses to mail to %j", async (body, message) => {
    const answer = await call(api, "POST", "/api/auth/forgot-password", { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: { details: { fields: [{ field: "email", message }] } } });
  });

  it.each([
    [{ resetToken: "nonsense", newPassword }, "resetToken", "This reset link is invalid or has expired"],
    [{ newPassword }, "resetToken", "This reset link is invalid or has expired"],
    [{ resetToken: "x" }, "newPassword", "New password is required"],
    [{ resetToken: "x", newPassword: "12345" }, "newPassword", "Password must be at least 6 characters"],
  ])("refuses the reset %j", async (body, field, message) => {
    const answer = await call(api, "POST", "/api/auth/reset-password", { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: { details: { fields: [{ field, message }] } } });
  });
});
