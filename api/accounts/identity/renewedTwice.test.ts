import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openBrowser, type TestBrowser } from "../../testing/browser.ts";
import { password, sharedTestApi, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });
const answered = z.object({ tokens: tokens.optional() });
const cookie = "hoplog_session";

/** A browser with a signed-in user. */
async function signedIn(): Promise<{ browser: TestBrowser; refreshToken: string }> {
  const { email } = await signUp(api);
  const browser = openBrowser(api);
  const { body } = await browser.send("POST", "/api/auth/login", { body: { email, password } });
  return { browser, refreshToken: answered.parse(JSON.parse(body)).tokens?.refreshToken ?? "" };
}

/** Renews the session and returns the new refresh token; null if the renewal is refused. */
async function renew({ send }: Pick<TestBrowser, "send">, refreshToken: string): Promise<string | null> {
  const { status, body } = await send("POST", "/api/auth/refresh-token", { body: { refreshToken } });
  expect([200, 401]).toContain(status);
  return answered.parse(JSON.parse(body)).tokens?.refreshToken ?? null;
}

async function renewOverGraphql({ send }: TestBrowser, refreshToken: string): Promise<string | undefined> {
  const query =
    "mutation ($refreshToken: String!) { refreshTokens(refreshToken: $refreshToken) { accessToken refreshToken } }";
  const { body } = await send("POST", "/graphql", { body: { query, variables: { refreshToken } } });
  const answer = z.object({ data: z.object({ refreshTokens: tokens }).nullable() }).parse(JSON.parse(body));
  return answer.data?.refreshTokens.refreshToken;
}

/** Moves the use of all refresh tokens into the past by the given number of seconds. */
async function letPass(seconds: number): Promise<void> {
  await api.services.reads.query(sql`UPDATE refresh_token SET used_at = used_at - make_interval(secs => ${seconds})`);
}

describe("a refresh token that comes again", () => {
  it("gets the same successor in the browser that has the session, over REST and GraphQL, and the session goes on", async () => {
    const { browser, refreshToken } = await signedIn();
    const first = await renewOverGraphql(browser, refreshToken);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await renew(browser, refreshToken)).toBe(first);
    expect(await renewOverGraphql(browser, refreshToken)).toBe(first);
    await letPass(limits.refreshRepeatSeconds + 1);
    expect(await renew(browser, first ?? "")).not.toBeNull();
  });

  it("is the same for ten tabs at once", async () => {
    const { browser, refreshToken } = await signedIn();
    const all = await Promise.all(Array.from({ length: 10 }, () => renew(browser, refreshToken)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBeNull();
  });

  it("gets what another tab has got since", async () => {
    const { browser, refreshToken } = await signedIn();
    const second = await renew(browser, (await renew(browser, refreshToken)) ?? "");
    const third = await renew(browser, second ?? "");
    expect(await renew(browser, refreshToken)).toBe(third);
  });

  it.each<[string, (browser: TestBrowser) => Promise<void>]>([
    ["without the cookie", async ({ appCookies }) => void appCookies.delete(cookie)],
    ["with one that was made up", async ({ appCookies }) => void appCookies.set(cookie, "made.up.cookie")],
    [
      "with that of another session",
      async ({ appCookies }) => void appCookies.set(cookie, (await signedIn()).browser.appCookies.get(cookie) ?? ""),
    ],
    ["too late", () => letPass(limits.refreshRepeatSeconds + 1)],
  ])("ends the session %s", async (_how, spoil) => {
    const { browser, refreshToken } = await signedIn();
    const first = await renew(browser, refreshToken);
    await spoil(browser);
    expect(await renew(browser, refreshToken)).toBeNull();
    expect(await renew(browser, first ?? "")).toBeNull();
  });

  it("ends the session where it was used before successors could be told", async () => {
    const { browser, refreshToken } = await signedIn();
    await renew(browser, refreshToken);
    const session = "session_id = (SELECT session_id FROM refresh_token WHERE hash = encode(sha256($1::bytea), 'hex'))";
    await api.services.reads.query(`DELETE FROM refresh_token WHERE used_at IS NULL AND ${session}`, [refreshToken]);
    expect(await renew(browser, refreshToken)).toBeNull();
  });
});

describe("the cookies of a session and its browser", () => {
  it("are for the calls that sign in and renew, and no page can read it", async () => {
    const { email } = await signUp(api);
    const { headers } = await api.app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password } });
    const set = [headers["set-cookie"] ?? []].flat();
    expect(set.map((one) => one.replace(/=[\w.-]+;/, ";"))).toEqual([
      `${cookie}; Max-Age=${limits.refreshTokenSeconds}; Path=/graphql; HttpOnly; SameSite=Strict`,
      `${cookie}; Max-Age=${limits.refreshTokenSeconds}; Path=/api/auth; HttpOnly; SameSite=Strict`,
      `hoplog_device; Max-Age=${limits.knownDeviceDays * 24 * 60 * 60}; Path=/graphql; HttpOnly; SameSite=Strict`,
      `hoplog_device; Max-Age=${limits.knownDeviceDays * 24 * 60 * 60}; Path=/api/auth; HttpOnly; SameSite=Strict`,
    ]);
  });

  it("goes with the session", async () => {
    const { email } = await signUp(api);
    const browser = openBrowser(api);
    const { body } = await browser.send("POST", "/api/auth/login", { body: { email, password } });
    const authorization = `Bearer ${answered.parse(JSON.parse(body)).tokens?.accessToken}`;
    expect(browser.appCookies.has(cookie)).toBe(true);
    await browser.send("POST", "/api/auth/logout", { headers: { authorization } });
    expect(browser.appCookies.has(cookie)).toBe(false);
  });

  it("says nothing without a token", async () => {
    const { browser } = await signedIn();
    expect((await browser.send("GET", "/api/auth/profile")).status).toBe(401);
  });
});
