import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { inTurnAtCredential } from "../../testing/inTurnAtCredential.ts";
import { mailsTo, mailTo, tokenIn } from "../../testing/mails.ts";
import { call, graphql, sharedTestApi, password, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const newPassword = "a new one";
const confirm = "Confirm your new hoplog e-mail address";

async function put(user: TestUser, email: string, currentPassword?: string) {
  const body = { name: "Ada Lovelace", email, contactNumber: "12345", currentPassword };
  return call(api, "PUT", "/api/auth/profile", { user, body });
}

/** Requests a change of the email address and returns the tokens of both emails. */
async function requestChange(user: TestUser, email: string) {
  expect((await put(user, email, password)).status).toBe(200);
  return {
    confirmation: tokenIn(await mailTo(api, email, confirm)),
    cancellation: tokenIn(await mailTo(api, user.email, "about to change")),
  };
}

async function confirmed(token: string): Promise<boolean> {
  const { headers } = await api.app.inject({ method: "GET", url: `/api/auth/verify-email?token=${token}` });
  return headers.location === "http://localhost:3000/profile?email=changed";
}

const cancel = (token: string, method: "GET" | "HEAD" = "GET") =>
  api.app.inject({ method, url: `/api/auth/cancel-email-change?token=${token}` });

async function logIn(email: string, attempt: string): Promise<TestUser> {
  const { status, body } = await call(api, "POST", "/api/auth/login", { body: { email, password: attempt } });
  expect(status).toBe(200);
  const { user, tokens } = body as { user: { _id: string }; tokens: { accessToken: string; refreshToken: string } };
  return { id: user._id, email, ...tokens };
}

const seenAs = async (user: TestUser) => (await call(api, "GET", "/api/auth/profile", { user })).body["user"];
const status = async (user: TestUser) => (await call(api, "GET", "/api/auth/profile", { user })).status;
const refreshes = async ({ refreshToken }: TestUser) =>
  (await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } })).status === 200;

describe("asking for another address", () => {
  it.each([
    [undefined, "Current password is required"],
    [null, "Current password is required"],
    ["", "Current password is required"],
    ["wrong", "Current password is incorrect"],
  ])("is refused with the password %j, and changes nothing", async (attempt, message) => {
    const user = await signUp(api);
    const body = { name: "Somebody", email: "thief@example.com", contactNumber: "1", currentPassword: attempt };
    const answer = await call(api, "PUT", "/api/auth/profile", { user, body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "currentPassword", message }] } },
    });
    expect(await seenAs(user)).toMatchObject({ name: "Ada Lovelace", pendingEmail: null });
    expect(await mailsTo(api, "thief@example.com")).toEqual([]);
  });

  it("does not say without the password whether an address has an account", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const answers = [await put(user, other.email, "guess"), await put(user, "nobody@example.com", "guess")];
    expect(answers[0]).toEqual(answers[1]);
  });

  it("needs no password for the rest of the profile", async () => {
    const user = await signUp(api);
    const body = { name: "Ada King", email: user.email.toUpperCase(), contactNumber: "1" };
    expect((await call(api, "PUT", "/api/auth/profile", { user, body })).status).toBe(200);
    expect(await seenAs(user)).toMatchObject({ name: "Ada King", email: user.email });
  });

  it("refuses a password that is no text", async () => {
    const user = await signUp(api);
    const body = { name: "Ada", email: "x@example.com", contactNumber: "1", currentPassword: [password] };
    expect((await call(api, "PUT", "/api/auth/profile", { user, body })).status).toBe(422);
  });

  it("does not outlive a reset that comes between the password and the request", async () => {
    const user = await signUp(api);
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    const resetToken = tokenIn(await mailTo(api, user.email, "Reset"));
    const [reset, request] = await inTurnAtCredential(
      api,
      user,
      () => call(api, "POST", "/api/auth/reset-password", { body: { resetToken, newPassword } }),
      () => put(user, "late.thief@example.com", password),
    );
    expect([reset.status, request.status]).toEqual([200, 422]);
    expect(await seenAs(await logIn(user.email, newPassword))).toMatchObject({ pendingEmail: null });
  });
});

describe("a change that waits", () => {
  const endings: Record<string, (user: TestUser) => Promise<unknown>> = {
    "a password change": (user) =>
      call(api, "POST", "/api/auth/change-password", { user, body: { currentPassword: password, newPassword } }),
    async "a password reset"(user) {
      await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
      const resetToken = tokenIn(await mailTo(api, user.email, "Reset"));
      return call(api, "POST", "/api/auth/reset-password", { body: { resetToken, newPassword } });
    },
    "logging out everywhere": (user) => call(api, "POST", "/api/auth/logout-all", { user }),
    "logging out everywhere over GraphQL": (user) => graphql(api, "mutation { logoutAll }", {}, user),
    "saving the present address": (user) => put(user, user.email),
    "saving the present address in capitals": (user) => put(user, user.email.toUpperCase()),
  };

  it.each(Object.entries(endings))("ends with %s, and its links with it", async (_name, end) => {
    const user = await signUp(api);
    const { confirmation, cancellation } = await requestChange(user, `moved-${user.id}@example.com`);
    expect(await end(user)).toMatchObject({ status: 200 });
    expect(await confirmed(confirmation)).toBe(false);
    expect((await cancel(cancellation)).statusCode).toBe(410);
    const em = api.services.orm.em.fork();
    expect(await rowsOf(em, sql`SELECT FROM email_change WHERE user_id = ${user.id}`)).toEqual([]);
    expect(await rowsOf(em, sql`SELECT email FROM user_account WHERE id = ${user.id}`)).toEqual([
      { email: user.email },
    ]);
  });

  it("does not take effect by a link that was written just when it ended", async () => {
    const user = await signUp(api);
    const { confirmation } = await requestChange(user, "straggler@example.com");
    const em = api.services.orm.em.fork();
    await execute(em, sql`DELETE FROM email_change WHERE user_id = ${user.id}`);
    expect(await confirmed(confirmation)).toBe(false);
  });

  it("is cancelled by one click on the link in the mail to the present address, which ends all sessions", async () => {
    const user = await signUp(api);
    const elsewhere = await logIn(user.email, password);
    const { confirmation, cancellation } = await requestChange(user, "thief2@example.com");
    const stored = await rowsOf(api.services.orm.em.fork(), sql`SELECT * FROM mailed_token`);
    expect(JSON.stringify(stored)).not.toContain(cancellation);
    expect((await cancel(cancellation, "HEAD")).statusCode).toBe(404);
    expect(await seenAs(user)).toMatchObject({ pendingEmail: "thief2@example.com" });

    const page = await cancel(cancellation);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(page.body).toContain("The change is cancelled");
    await expect.poll(() => Promise.all([user, elsewhere].map(status))).toEqual([401, 401]);
    expect(await Promise.all([user, elsewhere].map(refreshes))).toEqual([false, false]);
    expect(await confirmed(confirmation)).toBe(false);
    await mailTo(api, user.email, "was cancelled");

    // Email scanners may open the links first: the user still gets the same response, and no session is ended.
    const again = await logIn(user.email, password);
    expect((await cancel(cancellation)).body).toContain("The change is cancelled");
    expect(await status(again)).toBe(200);
  });

  it("is not there any more once it has taken effect: the link says so, and ends nothing", async () => {
    const user = await signUp(api);
    const { confirmation, cancellation } = await requestChange(user, "settled@example.com");
    expect(await confirmed(confirmation)).toBe(true);
    const page = await cancel(cancellation);
    expect(page.statusCode).toBe(410);
    expect(page.body).toContain("The address was changed before");
    expect(await status(user)).toBe(200);
    // The old link does not cancel a later change; only the new address may cancel that one.
    const later = await logIn("settled@example.com", password);
    await requestChange(later, "settled.again@example.com");
    expect((await cancel(cancellation)).statusCode).toBe(410);
    expect(await seenAs(later)).toMatchObject({ pendingEmail: "settled.again@example.com" });
  });

  it.each(["", "nonsense", "x".repeat(100_000)])("is not cancelled by another token", async (token) => {
    const page = await cancel(token);
    expect([410, 422]).toContain(page.statusCode);
  });

  it("is not cancelled by a token for something else, nor confirmed by the one that cancels", async () => {
    const user = await signUp(api);
    const { confirmation, cancellation } = await requestChange(user, "crossed@example.com");
    expect((await cancel(confirmation)).statusCode).toBe(410);
    expect(await confirmed(cancellation)).toBe(false);
    const body = { resetToken: cancellation, newPassword };
    expect((await call(api, "POST", "/api/auth/reset-password", { body })).status).toBe(422);
    expect(await confirmed(confirmation)).toBe(true);
  });
});

describe("logging out everywhere", () => {
  it("ends every session at once, this one too", async () => {
    const user = await signUp(api);
    const elsewhere = await logIn(user.email, password);
    const other = await signUp(api);
    expect((await call(api, "POST", "/api/auth/logout-all", { user })).body).toEqual({
      success: true,
      message: "Logged out everywhere",
    });
    await expect.poll(() => Promise.all([user, elsewhere, other].map(status))).toEqual([401, 401, 200]);
    expect(await Promise.all([user, elsewhere, other].map(refreshes))).toEqual([false, false, true]);
  });

  it("needs a token", async () => {
    expect((await call(api, "POST", "/api/auth/logout-all")).status).toBe(401);
    expect((await graphql(api, "mutation { logoutAll }")).status).toBe(401);
  });
});
