import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { mailsTo, mailTo, tokenIn } from "../../testing/mails.ts";
import { startPostmark, type TestMailService } from "../../testing/mailServices.ts";
import { newPassword, resetPassword } from "../../testing/outlets.ts";
import { answerChallenge, challengeOf, type Guarded, signUpGuarded } from "../../testing/secondFactor.ts";
import { call, openTestApi, password, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { sweep } from "./sweep.ts";

let mailService: TestMailService;
let api: TestApi;
let apiOfService: TestApi;
beforeAll(async () => {
  mailService = await startPostmark("token");
  api = await openTestApi();
  const mail = { by: "postmark", token: "token", apiUrl: mailService.url, from: "hop@example.com" } as const;
  apiOfService = await openTestApi({ settings: { mail } });
});
afterAll(async () => {
  await apiOfService.close();
  await api.close();
  await mailService.close();
});

const subject = "The second factor of your hoplog account is about to be removed";
const request = (id: string, at = api) => call(at, "POST", "/api/auth/challenge/recover", { body: { id } });
const signIn = async (user: TestUser, secret = password, at = api) =>
  (await call(at, "POST", "/api/auth/login", { body: { email: user.email, password: secret } })).body;
const run = (sql: string, user: TestUser, at = api) => at.services.reads.query(sql, [user.id]);
const removalAt = async (user: TestUser) =>
  z
    .object({ data: z.object({ secondFactorRemovalAt: z.string().nullable() }) })
    .parse((await call(api, "GET", "/api/auth/profile", { user })).body).data.secondFactorRemovalAt;
const passTime = (user: TestUser, at = api) =>
  run("UPDATE totp_removal SET due_at = now() - interval '1 second' WHERE user_id = $1", user, at);

/** Requests a removal, and waits for the email about it. */
async function announced(): Promise<Guarded & { readonly token: string }> {
  const one = await signUpGuarded(api);
  expect((await request(await challengeOf(api, one.user.email))).status).toBe(200);
  return { ...one, token: tokenIn(await mailTo(api, one.user.email, subject)) };
}

describe("the removal of a lost second factor", () => {
  it("takes place at the first sign-in three days after the email", async () => {
    const { user } = await signUpGuarded(api);
    const before = Date.now();
    const { body } = await request(await challengeOf(api, user.email));
    const expected = z.object({ data: z.object({ removalAt: z.string() }) }).parse(body).data.removalAt;
    expect(Date.parse(expected) - before).toBeGreaterThanOrEqual(72 * 60 * 60 * 1000);
    await mailTo(api, user.email, subject);
    const due = await removalAt(user);
    expect(Date.parse(due ?? "")).toBeGreaterThanOrEqual(Date.parse(expected));
    // A second request changes nothing.
    expect(await request(await challengeOf(api, user.email))).toMatchObject({ body: { data: { removalAt: due } } });
    expect(await signIn(user)).toHaveProperty("challenge");
    await passTime(user);
    expect(await signIn(user)).toMatchObject({ user: { hasSecondFactor: false } });
    await mailTo(api, user.email, "The second factor of your hoplog account was removed");
    expect((await mailsTo(api, user.email)).filter((mail) => mail.subject === subject)).toHaveLength(1);
  });

  it("is stopped by the button of the page that the emailed link opens, once", async () => {
    const { user, token } = await announced();
    const url = `/api/auth/keep-second-factor?token=${token}`;
    const open = (method: "GET" | "HEAD" | "POST") =>
      api.app.inject({
        method,
        url,
        ...(method === "POST" && { headers: { "content-type": "application/x-www-form-urlencoded" }, payload: "a=b" }),
      });
    // Scanners open links, and must not stop a removal that its owner wants.
    expect((await open("HEAD")).statusCode).toBe(404);
    const page = await open("GET");
    expect([page.statusCode, page.body.includes(`<form method="post"`)]).toEqual([200, true]);
    expect(await removalAt(user)).not.toBeNull();
    const kept = await open("POST");
    expect([kept.statusCode, kept.body.includes("The second factor stays on")]).toEqual([200, true]);
    expect(await removalAt(user)).toBeNull();
    expect((await open("POST")).statusCode).toBe(410);
    expect(await signIn(user)).toHaveProperty("challenge");
  });

  it("can be stopped by the link when it is due, until it takes place", async () => {
    const { user, token } = await announced();
    await passTime(user);
    const { statusCode } = await api.app.inject({ method: "POST", url: `/api/auth/keep-second-factor?token=${token}` });
    expect(statusCode).toBe(200);
    expect(await signIn(user)).toHaveProperty("challenge");
  });

  it.each<[string, (of: Guarded) => Promise<unknown>]>([
    ["a session", ({ user }) => call(api, "POST", "/api/auth/totp/keep", { user })],
    [
      "a sign-in with a code",
      async ({ user, code }) => answerChallenge(api, await challengeOf(api, user.email), await code()),
    ],
    ["a new password", ({ user }) => resetPassword(api, user.email)],
  ])("is stopped by %s", async (_, act) => {
    const one = await announced();
    await act(one);
    expect((await run("SELECT FROM totp_removal WHERE user_id = $1", one.user)).rowCount).toBe(0);
    await passTime(one.user);
    const body = { ...(await signIn(one.user)), ...(await signIn(one.user, newPassword)) };
    expect(body).toHaveProperty("challenge");
    expect(body).not.toHaveProperty("tokens");
  });

  it("ends the sign-ins that could request it again", async () => {
    const { user } = await signUpGuarded(api);
    const id = await challengeOf(api, user.email);
    await request(id);
    await call(api, "POST", "/api/auth/totp/keep", { user });
    expect((await request(id)).status).toBe(401);
  });

  it("lapses a week after it was due", async () => {
    const { user } = await announced();
    await run("UPDATE totp_removal SET due_at = now() - interval '8 days' WHERE user_id = $1", user);
    expect(await signIn(user)).toHaveProperty("challenge");
    await sweep(api.services.orm, new Date(), 365);
    expect((await run("SELECT FROM totp_removal WHERE user_id = $1", user)).rowCount).toBe(0);
  });

  it("does not concern a second factor that was turned on later", async () => {
    const { user, recoveryCodes } = await announced();
    await passTime(user);
    const body = { currentPassword: password, code: recoveryCodes[0] };
    expect((await call(api, "DELETE", "/api/auth/totp", { user, body })).status).toBe(200);
    expect(await removalAt(user)).toBeNull();
    // With both calls at once, the removal is either requested first or refused, and never remains pending.
    for (let i = 0; i < 5; i++) {
      const one = await signUpGuarded(api);
      const id = await challengeOf(api, one.user.email);
      const off = { currentPassword: password, code: one.recoveryCodes[0] };
      await Promise.all([request(id), call(api, "DELETE", "/api/auth/totp", { user: one.user, body: off })]);
      expect((await run("SELECT FROM totp_removal WHERE user_id = $1", one.user)).rowCount).toBe(0);
    }
  });

  it("opens no session by the password alone while a code stops it", async () => {
    for (let i = 0; i < 10; i++) {
      const { user, code } = await announced();
      await call(api, "POST", "/api/auth/totp/keep", { user });
      const id = await challengeOf(api, user.email);
      await request(id);
      await mailTo(api, user.email, subject);
      await run("UPDATE totp_removal SET notified_at = now() WHERE user_id = $1", user);
      await passTime(user);
      const sure = await code();
      const [completed, byPassword] = await Promise.all([answerChallenge(api, id, sure), signIn(user)]);
      expect([completed.status === 200, "tokens" in byPassword].filter(Boolean)).toHaveLength(1);
    }
  });

  it("needs the password", async () => {
    expect(await request("nonsense")).toMatchObject({ status: 401 });
  });

  it("does not take place before its email was accepted, and never if it is refused", async () => {
    mailService.answer = "later";
    const { user } = await signUpGuarded(apiOfService);
    await request(await challengeOf(apiOfService, user.email), apiOfService);
    await passTime(user, apiOfService);
    expect(await signIn(user, password, apiOfService)).toHaveProperty("challenge");
    mailService.answer = "accept";
    await run("UPDATE mail_outbox SET next_try_at = now() WHERE data ->> 'userId' = $1", user, apiOfService);
    const announcedAt = () =>
      run(
        "SELECT due_at > now() + interval '71 hours' AS fresh FROM totp_removal WHERE user_id = $1 AND notified_at IS NOT NULL",
        user,
        apiOfService,
      );
    await expect.poll(async () => (await announcedAt()).rows).toEqual([{ fresh: true }]);
    expect(await signIn(user, password, apiOfService)).toHaveProperty("challenge");

    mailService.answer = "refuse";
    const refused = (await signUpGuarded(apiOfService)).user;
    await request(await challengeOf(apiOfService, refused.email), apiOfService);
    const waiting = () => run("SELECT FROM mail_outbox WHERE data ->> 'userId' = $1", refused, apiOfService);
    await expect.poll(async () => (await waiting()).rowCount).toBe(0);
    await passTime(refused, apiOfService);
    expect(await signIn(refused, password, apiOfService)).toHaveProperty("challenge");
  });
});
