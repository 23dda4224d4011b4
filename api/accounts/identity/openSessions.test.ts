import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { execute } from "../../kernel/database/statements.ts";
import { openBrowser, type TestBrowser } from "../../testing/browser.ts";
import { mailsTo, mailTo } from "../../testing/mails.ts";
import { makeKey, stateOf } from "../../testing/outlets.ts";
import { call, logIn, openTestApi, password, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { loopback, makeWebhook, type Receiver, startReceiver } from "../../testing/webhookReceiver.ts";
import { sweep } from "./sweep.ts";

let api: TestApi;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  const isTrusted = inNetworks([{ address: "127.0.0.1", prefix: 32, family: "ipv4" }]);
  api = await openTestApi({ isTrusted, settings: { WEBHOOK_NETWORKS: [...loopback] } });
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const german = "2a02:908::1";

const listed = z.object({
  data: z.array(
    z.object({
      _id: z.string(),
      device: z.string().nullable(),
      browser: z.string().nullable(),
      place: z.string().nullable(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  ),
});

async function sessionsOf(user: TestUser) {
  return listed.parse((await call(api, "GET", "/api/auth/sessions", { user })).body).data;
}

const signedIn = z.object({
  user: z.object({ _id: z.string() }),
  tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }),
});

/** Signs in with a browser and its cookies. */
async function signIn(browser: TestBrowser, email: string, userAgent = firefox, address = german): Promise<TestUser> {
  const headers = { "user-agent": userAgent, "x-forwarded-for": address };
  const { body } = await browser.send("POST", "/api/auth/login", { headers, body: { email, password } });
  const { user, tokens } = signedIn.parse(JSON.parse(body));
  return { id: user._id, email, ...tokens };
}

const profile = async (user: TestUser) => (await call(api, "GET", "/api/auth/profile", { user })).status;

describe("the list of sessions", () => {
  it("names device, browser and place of each, the last used first", async () => {
    const { email } = await signUp(api);
    const phone = await signIn(openBrowser(api), email, safari, "8.8.8.8");
    const own = await signIn(openBrowser(api), email);
    expect(await sessionsOf(own)).toMatchObject([
      {
        device: "Windows computer",
        browser: "Firefox",
        place: expect.stringMatching(/^\S.*, Germany$/),
        isCurrent: true,
      },
      {
        device: "iOS phone",
        browser: "Mobile Safari",
        place: expect.stringMatching(/United States$/),
        isCurrent: false,
      },
      { device: null, browser: "lightMyRequest", place: null, isCurrent: false },
    ]);
    await execute(
      api.services.orm.em.fork(),
      sql`UPDATE refresh_token SET issued_at = issued_at - interval '1 hour'
       WHERE session_id IN (SELECT id FROM session WHERE user_id = ${own.id})`,
    );
    await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken: phone.refreshToken } });
    const [first] = await sessionsOf(own);
    expect(first).toMatchObject({ device: "iOS phone" });
    expect(first?.lastUsedAt).not.toBe(first?.createdAt);
  });

  it("has only sessions that can still be renewed", async () => {
    const user = await signUp(api);
    const ended = await logIn(api, user.email);
    await call(api, "POST", "/api/auth/logout", { user: ended });
    const expired = await logIn(api, user.email);
    const claims = await api.services.accessTokens.verify(expired.accessToken);
    await execute(
      api.services.orm.em.fork(),
      sql`UPDATE refresh_token SET expires_at = now() - interval '1 second' WHERE session_id = ${claims?.sessionId ?? ""}`,
    );
    expect(await sessionsOf(user)).toMatchObject([{ isCurrent: true }]);
  });

  it("shows sessions of the release before, without a device", async () => {
    const user = await signUp(api);
    await execute(
      api.services.orm.em.fork(),
      sql`UPDATE session SET device = NULL, browser = NULL, place = NULL WHERE user_id = ${user.id}`,
    );
    expect(await sessionsOf(user)).toMatchObject([{ device: null, browser: null, place: null }]);
  });

  it("takes a user agent of any length and content", async () => {
    const { email } = await signUp(api);
    const user = await signIn(openBrowser(api), email, `<b>${"x".repeat(7000)}`);
    expect((await sessionsOf(user))[0]).toMatchObject({ device: null, browser: null });
  });

  it("is open to an API key with account:read, which can end nothing", async () => {
    const user = await signUp(api);
    const { asKey: key } = await makeKey(api, user, ["account:read"]);
    const [session] = await sessionsOf(key);
    expect(session).toMatchObject({ isCurrent: false });
    const { status } = await call(api, "DELETE", `/api/auth/sessions/${session?._id}`, { user: key });
    expect(status).toBe(403);
  });
});

describe("ending one session", () => {
  it("ends its tokens and pauses what it created, and nothing else", async () => {
    const user = await signUp(api);
    const thief = await logIn(api, user.email);
    const other = await logIn(api, user.email);
    const { id } = await makeWebhook(api, thief, receiver.url("/theirs"), ["link.created"]);
    const { id: own } = await makeWebhook(api, other, receiver.url("/own"), ["link.created"]);
    const [, theirs] = await sessionsOf(other);
    const answer = await call(api, "DELETE", `/api/auth/sessions/${theirs?._id}`, { user });
    expect(answer).toMatchObject({ status: 200, body: { message: "Session ended" } });
    await expect.poll(() => profile(thief)).toBe(401);
    const { refreshToken } = thief;
    expect(await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } })).toMatchObject({
      status: 401,
    });
    expect([await profile(user), await profile(other)]).toEqual([200, 200]);
    expect([await stateOf(api, user, id), await stateOf(api, user, own)]).toEqual(["paused", "active"]);
    const { rows } = await api.services.reads.query(
      "SELECT action, detail FROM audit WHERE user_id = $1 AND action IN ('EndSession', 'PauseOutlet') ORDER BY action",
      [user.id],
    );
    expect(rows).toMatchObject([
      { action: "EndSession", detail: { sessionId: theirs?._id } },
      { action: "PauseOutlet", detail: { because: "EndSession", credentialId: theirs?._id } },
    ]);
    const { text } = await mailTo(api, user.email, "Outlets of your hoplog account are paused");
    expect(text).toMatch(/Paused\n.+Webhook.+\n\nStill active\n.+Webhook/);
  });

  it("is a logout for the session of the call", async () => {
    const { email } = await signUp(api);
    const browser = openBrowser(api);
    const user = await signIn(browser, email);
    const [own] = await sessionsOf(user);
    const { id } = await makeWebhook(api, user, receiver.url("/kept"), ["link.created"]);
    expect(browser.appCookies.has("hoplog_session")).toBe(true);
    await browser.send("DELETE", `/api/auth/sessions/${own?._id}`, {
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    await expect.poll(() => profile(user)).toBe(401);
    expect(browser.appCookies.has("hoplog_session")).toBe(false);
    expect(browser.appCookies.has("hoplog_device")).toBe(true);
    expect(await stateOf(api, await logIn(api, email), id)).toBe("active");
  });

  it("finds no ended session, none of another user, and nothing that is no id", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const [theirs] = await sessionsOf(other);
    const ended = await logIn(api, user.email);
    const own = (await sessionsOf(ended)).find(({ isCurrent }) => isCurrent);
    await call(api, "POST", "/api/auth/logout", { user: ended });
    for (const id of [theirs?._id, own?._id, "00000000-0000-7000-8000-000000000000", "anything"]) {
      const answer = await call(api, "DELETE", `/api/auth/sessions/${id}`, { user });
      expect(answer).toMatchObject({ status: 404, body: { message: "Session not found" } });
    }
    expect(await profile(other)).toBe(200);
  });
});

describe("the email about a new device", () => {
  const subject = "New sign-in to your hoplog account";
  const mailsAbout = async (email: string) =>
    (await mailsTo(api, email)).filter((mail) => mail.subject === subject).map(({ text }) => text);

  it("is sent for a browser that the user has not signed in with, once", async () => {
    const { email } = await signUp(api);
    const browser = openBrowser(api);
    await signIn(browser, email);
    const { text } = await mailTo(api, email, subject);
    expect(text).toContain("Device: Windows computer\n");
    expect(text).toContain("Browser: Firefox\n");
    expect(text).toMatch(/Place: .+, Germany\n/);
    expect(text).toContain(`IP address: ${german}\n`);
    expect(text).toContain("/settings/sessions");
    // The browser is recognized by its cookie, even with another IP address and user agent.
    await signIn(browser, email, safari, "8.8.8.8");
    // A browser without the cookie is recognized as the same program in the same network.
    await signIn(openBrowser(api), email, firefox, "2a02:908:0:77::5");
    await signIn(openBrowser(api), email, firefox, "9.9.9.9");
    await expect.poll(() => mailsAbout(email)).toHaveLength(2);
    expect((await mailsAbout(email)).filter((mail) => mail.includes("IP address: 9.9.9.9\n"))).toHaveLength(1);
  });

  it("is sent for each user of one browser, and despite a forged cookie", async () => {
    const [one, two] = [await signUp(api), await signUp(api)];
    const browser = openBrowser(api);
    await signIn(browser, one.email);
    await signIn(browser, two.email, safari, "8.8.8.8");
    await mailTo(api, two.email, subject);
    const forger = openBrowser(api);
    forger.appCookies.set("hoplog_device", `${browser.appCookies.get("hoplog_device")?.slice(0, -6)}AAAAAA`);
    await signIn(forger, one.email, safari, "9.9.9.9");
    await expect.poll(() => mailsAbout(one.email)).toHaveLength(2);
  });

  it("is sent again for a device that was not used for more than a year", async () => {
    const { id, email } = await signUp(api);
    await signIn(openBrowser(api), email);
    await mailTo(api, email, subject);
    const em = api.services.orm.em.fork();
    await execute(em, sql`UPDATE known_device SET seen_at = seen_at - interval '401 days' WHERE user_id = ${id}`);
    await sweep(api.services.orm, new Date(), 365);
    await signIn(openBrowser(api), email);
    await expect.poll(() => mailsAbout(email)).toHaveLength(2);
  });

  it("costs no more than a bounded number of remembered devices", async () => {
    const { id, email } = await signUp(api);
    await execute(
      api.services.orm.em.fork(),
      sql`INSERT INTO known_device SELECT ${id}, n::text, now() - make_interval(hours => n) FROM generate_series(1, 500) AS n`,
    );
    await signIn(openBrowser(api), email);
    const count = "SELECT count(*)::int AS n, min(length(key)) AS shortest FROM known_device WHERE user_id = $1";
    expect((await api.services.reads.query(count, [id])).rows).toEqual([{ n: 200, shortest: 1 }]);
  });
});
