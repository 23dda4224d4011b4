import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { execute } from "../../kernel/database/statements.ts";
import { mailTo, tokenIn } from "../../testing/mails.ts";
import { call, graphql, sharedTestApi, password, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const confirm = "Confirm your new hoplog e-mail address";

async function requestChange(user: TestUser, email: string, name = "Ada Lovelace") {
  const body = { name, email, contactNumber: "12345", currentPassword: password };
  return call(api, "PUT", "/api/auth/profile", { user, body });
}

async function open(token: string): Promise<string | undefined> {
  const answer = await api.app.inject({ method: "GET", url: `/api/auth/verify-email?token=${token}` });
  expect(answer.statusCode).toBe(302);
  return answer.headers.location;
}

async function profile(user: TestUser): Promise<unknown> {
  return (await call(api, "GET", "/api/auth/profile", { user })).body["user"];
}

const changed = "http://localhost:3000/profile?email=changed";
const expired = "http://localhost:3000/profile?email=expired";

describe("another e-mail address", () => {
  it("is greeted by itself where the person's name carries an address", async () => {
    const name = "You won! https://evil.example/claim";
    const user = await signUp(api, "spam@change.example", { name });
    await requestChange(user, "victim@change.example", name);
    const mail = await mailTo(api, "victim@change.example", confirm);
    expect(JSON.stringify(mail)).not.toContain("evil.example");
    expect(mail.text).toContain("Hello victim@change.example,");
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    expect(JSON.stringify(await mailTo(api, user.email, "Reset your"))).not.toContain("evil.example");
  });

  it("waits until the link that was mailed to it is opened, and the old one is notified", async () => {
    const user = await signUp(api);
    const { status, body } = await requestChange(user, "countess@example.com");
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { email: user.email, pendingEmail: "countess@example.com" } });
    expect((await mailTo(api, user.email, "about to change")).text).toContain("countess@example.com");

    const token = tokenIn(await mailTo(api, "countess@example.com", confirm));
    const head = await api.app.inject({ method: "HEAD", url: `/api/auth/verify-email?token=${token}` });
    expect(head.statusCode).toBe(404);
    expect(await open(token)).toBe(changed);
    expect(await profile(user)).toMatchObject({
      email: "countess@example.com",
      pendingEmail: null,
      emailVerified: true,
    });
    await mailTo(api, user.email, "was changed");
  });

  it("opens once", async () => {
    const user = await signUp(api);
    await requestChange(user, "once@example.com");
    const token = tokenIn(await mailTo(api, "once@example.com", confirm));
    expect(await open(token)).toBe(changed);
    expect(await open(token)).toBe(expired);
  });

  it.each(["", "nonsense"])("does not open with the token %j", async (token) => {
    expect(await open(token)).toBe(expired);
  });

  it("is a conflict at once when it has an account, in whatever case", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const { status, body } = await requestChange(user, other.email.toUpperCase());
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { type: "CONFLICT_ERROR", details: { field: "email" } } });
    expect(await profile(user)).toMatchObject({ email: user.email, pendingEmail: null, name: "Ada Lovelace" });
  });

  it("does not come when somebody else took it in the meantime", async () => {
    const user = await signUp(api);
    await requestChange(user, "raced@example.com");
    const token = tokenIn(await mailTo(api, "raced@example.com", confirm));
    await signUp(api, "raced@example.com");
    expect(await open(token)).toBe(expired);
    expect(await profile(user)).toMatchObject({ email: user.email });
  });

  it("gives way to a later one, whose link alone counts", async () => {
    const user = await signUp(api);
    await requestChange(user, "first@example.com");
    const first = tokenIn(await mailTo(api, "first@example.com", confirm));
    await requestChange(user, "second@example.com");
    const second = tokenIn(await mailTo(api, "second@example.com", confirm));
    expect(await open(first)).toBe(expired);
    expect(await open(second)).toBe(changed);
  });

  it("runs out after a day", async () => {
    const user = await signUp(api);
    await requestChange(user, "late@example.com");
    const token = tokenIn(await mailTo(api, "late@example.com", confirm));
    const em = api.services.orm.em.fork();
    await execute(em, sql`UPDATE mailed_token SET expires_at = now() WHERE user_id = ${user.id}`);
    await execute(em, sql`UPDATE email_change SET expires_at = now() WHERE user_id = ${user.id}`);
    expect(await open(token)).toBe(expired);
    expect(await profile(user)).toMatchObject({ pendingEmail: null });
  });

  it("takes a reset link that went to the old one out of use", async () => {
    const user = await signUp(api);
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    const resetToken = tokenIn(await mailTo(api, user.email, "Reset"));
    await requestChange(user, "moved@example.com");
    await open(tokenIn(await mailTo(api, "moved@example.com", confirm)));
    const body = { resetToken, newPassword: "from the old mailbox" };
    expect((await call(api, "POST", "/api/auth/reset-password", { body })).status).toBe(422);
  });

  it("is not one when only its case differs", async () => {
    const user = await signUp(api);
    const { body } = await requestChange(user, user.email.toUpperCase());
    expect(body).toMatchObject({ user: { email: user.email, pendingEmail: null } });
  });

  it("is not asked for over GraphQL by who gives no address", async () => {
    const user = await signUp(api);
    const mutation = `mutation { updateProfile(name: "Ada", contactNumber: "123") { email pendingEmail } }`;
    const { body } = await graphql(api, mutation, {}, user);
    expect(body).toEqual({ data: { updateProfile: { email: user.email, pendingEmail: null } } });
  });
});
