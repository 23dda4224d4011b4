import { createLogger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { rowsOf } from "../../../kernel/database/statements.ts";
import { openBrowser, type TestBrowser } from "../../../testing/browser.ts";
import { type Person, startProvider, type TestProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { banAccount, liftAccountBan } from "../../../operations/operator/bans.ts";
import { operatorCalled } from "../../../operations/operator/operator.ts";
import { mailTo } from "../../../testing/mails.ts";
import { call, openTestApi, password, signUp, type TestApi } from "../../../testing/testApi.ts";
import { googleCallbackPath } from "./rest.ts";

let provider: TestProvider;
let api: TestApi;
let browser: TestBrowser;

beforeAll(async () => {
  const redirectUri = `http://localhost:3000${googleCallbackPath}`;
  provider = await startProvider(redirectUri);
  const { issuer, clientId, clientSecret } = provider;
  api = await openTestApi({
    settings: { google: { name: "Example", issuer, clientId, clientSecret, redirectUri } },
    logger: createLogger("api", "trace", { write: (line) => logged.push(line) }),
  });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  browser = openBrowser(api);
  provider.consents = true;
});

/** All log lines of the API. */
const logged: string[] = [];
let people = 0;

function newPerson(more: Partial<Person> = {}): Person {
  const sub = `google-${++people}`;
  return { sub, email: `${sub}@example.com`, email_verified: true, name: "Grace Hopper", ...more };
}

const completion = { contactNumber: "+1 202 555 0143", password: "sixsix" };
const failed = "http://localhost:3000/login?error=oauth_failed";
const failedAs = (reason: string) => `${failed}&reason=${reason}`;

/** Exchanges the code that the page found in its address. */
async function exchange(page: URL, by = browser) {
  const body = { code: page.searchParams.get("code") ?? "" };
  const { status, body: answer } = await by.send("POST", "/api/auth/google-oauth-exchange", { body });
  return { status, body: JSON.parse(answer) as unknown };
}

/** Signs up with the provider and completes the sign-up in hoplog. */
async function completed(person: Person) {
  provider.person = person;
  const { searchParams } = await browser.open("/api/auth/google");
  const body = { ...pick(searchParams, ["email", "name", "googleId"]), ...completion };
  const answer = await browser.send("POST", "/api/auth/google-oauth-complete", { body });
  return { status: answer.status, body: JSON.parse(answer.body) as unknown };
}

function pick(parameters: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ""]));
}

const session = z.object({
  user: z.object({ _id: z.string() }),
  tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }),
});

describe("signing up", () => {
  it("leads to the completion page, and completes", async () => {
    provider.person = newPerson();
    const page = await browser.open("/api/auth/google");
    expect(page.pathname).toBe("/google-oauth-complete");
    expect(Object.fromEntries(page.searchParams)).toEqual({
      action: "signup",
      email: provider.person.email,
      name: "Grace Hopper",
      googleId: provider.person.sub,
    });
    const body = { ...pick(page.searchParams, ["email", "name", "googleId"]), ...completion };
    const answer = await browser.send("POST", "/api/auth/google-oauth-complete", { body });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({
      success: true,
      message: expect.any(String),
      user: { email: provider.person.email, name: "Grace Hopper", isGoogleUser: true, emailVerified: true },
      tokens: { accessToken: expect.any(String), refreshToken: expect.any(String), expiresIn: 900 },
    });
    const credentials = { email: provider.person.email, password: completion.password };
    expect((await call(api, "POST", "/api/auth/login", { body: credentials })).status).toBe(200);
  });

  it("notifies the owner of the address that a Google account opens the account", async () => {
    const person = newPerson();
    expect((await completed(person)).status).toBe(200);
    await mailTo(api, person.email, "Your Google account opens hoplog");
  });

  it.each([
    [{}, "contactNumber", "Contact number is required"],
    [{ contactNumber: "call me" }, "contactNumber", "Contact number is invalid"],
    [{ contactNumber: "123" }, "password", "Password is required"],
    [{ contactNumber: "123", password: "12345" }, "password", "Password must be at least 6 characters"],
    [{ contactNumber: "123", password: "qwerty" }, "password", "Password is too common. Choose another one"],
    [{ contactNumber: "123", password: "grace hopper1" }, "password", "Password must not be your name"],
  ])("refuses the completion %j, and takes the next", async (input, field, message) => {
    provider.person = newPerson();
    const { searchParams } = await browser.open("/api/auth/google");
    const identity = pick(searchParams, ["email", "name", "googleId"]);
    const answer = await browser.send("POST", "/api/auth/google-oauth-complete", { body: { ...identity, ...input } });
    expect(answer.status).toBe(422);
    const { error } = JSON.parse(answer.body) as { error: unknown };
    expect(error).toMatchObject({ details: { fields: expect.arrayContaining([{ field, message }]) } });
    const body = { ...identity, ...completion };
    expect((await browser.send("POST", "/api/auth/google-oauth-complete", { body })).status).toBe(200);
  });

  it("refuses a completion that nobody vouched for", async () => {
    const body = { email: "forged@example.com", name: "Forged", googleId: "1", ...completion };
    const { status, body: answer } = await call(api, "POST", "/api/auth/google-oauth-complete", { body });
    expect(status).toBe(403);
    expect(answer).toMatchObject({ success: false, error: { type: "AUTHORIZATION_ERROR" } });
  });

  it.each(["email", "name", "googleId"])("refuses a completion with another %s than was vouched for", async (field) => {
    provider.person = newPerson();
    const { searchParams } = await browser.open("/api/auth/google");
    const identity = pick(searchParams, ["email", "name", "googleId"]);
    const body = { ...identity, ...completion, [field]: "victim@example.com" };
    expect((await browser.send("POST", "/api/auth/google-oauth-complete", { body })).status).toBe(403);
  });

  it("refuses a cookie that was made for something else, or changed", async () => {
    const { signedCookies } = api.services;
    const identity = { issuer: provider.issuer, subject: "1", email: "forged@example.com", name: "Forged" };
    const body = { email: identity.email, name: identity.name, googleId: identity.subject, ...completion };
    const foreign = await signedCookies.sign("google flow", identity, 600);
    const genuine = await signedCookies.sign("google identity", identity, 600);
    const old = await signedCookies.sign("google identity", identity, -1);
    for (const cookie of [foreign, old, `${genuine.slice(0, -4)}AAAA`]) {
      browser.appCookies.set("hoplog_google_identity", cookie);
      expect((await browser.send("POST", "/api/auth/google-oauth-complete", { body })).status).toBe(403);
    }
  });

  it("makes one account, however often it is completed", async () => {
    provider.person = newPerson();
    const { searchParams } = await browser.open("/api/auth/google");
    const cookie = browser.appCookies.get("hoplog_google_identity") ?? "";
    const body = { ...pick(searchParams, ["email", "name", "googleId"]), ...completion };
    expect((await browser.send("POST", "/api/auth/google-oauth-complete", { body })).status).toBe(200);
    expect((await browser.send("POST", "/api/auth/google-oauth-complete", { body })).status).toBe(403);
    browser.appCookies.set("hoplog_google_identity", cookie);
    expect((await browser.send("POST", "/api/auth/google-oauth-complete", { body })).status).toBe(409);
  });

  it("is refused to an address that the provider has not verified", async () => {
    provider.person = newPerson({ email_verified: false });
    expect((await browser.open("/api/auth/google")).href).toBe(failedAs("not_verified"));
    expect(browser.appCookies.has("hoplog_google_identity")).toBe(false);
    expect(logged.at(-1)).toMatch(/"requestId":"[^"]+","reason":"not_verified".*a Google sign-in failed/);
  });

  it("never leads into the account of a password's owner", async () => {
    const user = await signUp(api);
    provider.person = newPerson({ email: user.email.toUpperCase() });
    const page = await browser.open("/api/auth/google");
    expect(page.pathname).toBe("/login");
    expect(Object.fromEntries(page.searchParams)).toEqual({
      message: "user_exists_with_email",
      email: user.email.toUpperCase(),
    });
  });

  it.each([
    [undefined, "google"],
    ["x", "google"],
    ["y".repeat(80), "y".repeat(50)],
  ])("takes the provider's name %j for one that our rules allow", async (name, expected) => {
    const person = newPerson({ email: `google@${++people}.example.com` });
    const { name: _name, ...nameless } = person;
    const { status, body } = await completed(name === undefined ? nameless : { ...person, name });
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { name: expected } });
  });
});

describe("signing in", () => {
  it("to an account that is banned says so, and gives nothing", async () => {
    const person = newPerson();
    const { body } = await completed(person);
    const { user } = session.parse(body);
    const by = operatorCalled("ops");
    await banAccount(api.services, by, user._id, "Spam");
    const page = await browser.open("/api/auth/google");
    expect(page.href).toBe("http://localhost:3000/login?error=account_banned");
    expect(browser.appCookies.has("hoplog_google_sign_in")).toBe(false);
    await liftAccountBan(api.services, by, user._id);
    expect((await browser.open("/api/auth/google")).searchParams.get("action")).toBe("login");
  });

  it("gives the page a code, which this browser exchanges for a session once", async () => {
    const person = newPerson();
    await completed(person);
    const page = await browser.open("/api/auth/google");
    expect(page.pathname).toBe("/google-oauth-complete");
    expect(Object.fromEntries(page.searchParams)).toEqual({
      action: "login",
      code: expect.stringMatching(/^[\w-]{43}$/),
    });
    const cookie = browser.appCookies.get("hoplog_google_sign_in") ?? "";
    const { status, body } = await exchange(page);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { email: person.email, name: "Grace Hopper", isGoogleUser: true, emailVerified: true },
      tokens: { expiresIn: 900, refreshExpiresIn: 2_592_000 },
    });
    const headers = { authorization: `Bearer ${session.parse(body).tokens.accessToken}` };
    expect((await browser.send("GET", "/api/auth/profile", { headers })).status).toBe(200);
    expect((await exchange(page)).status).toBe(403);
    // Restoring the spent cookie does not help.
    browser.appCookies.set("hoplog_google_sign_in", cookie);
    expect((await exchange(page)).status).toBe(403);
  });

  it("gives another browser nothing for the code, nor this one for another code, nor anybody when it is old", async () => {
    await completed(newPerson());
    const page = await browser.open("/api/auth/google");
    expect((await exchange(page, openBrowser(api))).status).toBe(403);
    const other = openBrowser(api);
    const otherPage = await other.open("/api/auth/google");
    expect((await exchange(otherPage)).status).toBe(403);
    expect((await exchange(otherPage, other)).status).toBe(200);
    const late = await browser.open("/api/auth/google");
    await api.services.reads.query("UPDATE mailed_token SET expires_at = now() WHERE purpose = 'google sign-in'");
    expect((await exchange(late)).status).toBe(403);
  });

  it("makes no session for an account that is banned after the code was given", async () => {
    const { body } = await completed(newPerson());
    const page = await browser.open("/api/auth/google");
    await banAccount(api.services, operatorCalled("ops"), session.parse(body).user._id, "Spam");
    expect(await exchange(page)).toMatchObject({ status: 403, body: { error: { message: /banned/ } } });
  });

  it("allows tokens in the address once, with a cookie as commit 6dbd9b43 set it", async () => {
    const user = await signUp(api);
    const claims = await api.services.accessTokens.verify(user.accessToken);
    const signed = await api.services.signedCookies.sign("google sign-in", { sessionId: claims?.sessionId ?? "" }, 600);
    browser.appCookies.set("hoplog_google_sign_in", signed);
    const headers = { authorization: `Bearer ${user.accessToken}` };
    const verify = () => browser.send("POST", "/api/auth/google-oauth-verify", { headers });
    expect(await verify()).toEqual({ status: 200, body: JSON.stringify({ success: true }) });
    expect((await verify()).status).toBe(403);
  });

  it("still works after the address was changed at the provider's", async () => {
    const person = newPerson();
    await completed(person);
    provider.person = { ...person, email: "changed-there@example.com" };
    const page = await browser.open("/api/auth/google");
    expect((await exchange(page)).body).toMatchObject({ user: { email: person.email } });
  });

  it("gives no leave for a crafted link", async () => {
    const { status, body } = await call(api, "POST", "/api/auth/google-oauth-verify");
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { type: "AUTHORIZATION_ERROR" } });
    // The session is also refused to a browser that started the flow but has not returned from the provider.
    await browser.send("GET", "/api/auth/google");
    expect((await browser.send("POST", "/api/auth/google-oauth-verify")).status).toBe(403);
  });

  it("gives no leave for the tokens of another session", async () => {
    await completed(newPerson());
    await browser.open("/api/auth/google");
    const attacker = await signUp(api);
    const headers = { authorization: `Bearer ${attacker.accessToken}` };
    expect((await browser.send("POST", "/api/auth/google-oauth-verify", { headers })).status).toBe(403);
  });

  it("leaves neither code nor tokens in the answer to a callback that comes twice", async () => {
    await completed(newPerson());
    const started = await browser.send("GET", "/api/auth/google");
    expect(started.status).toBe(302);
    const callback = await callbackOf(browser);
    const cookie = browser.appCookies.get("hoplog_google_flow") ?? "";
    expect((await browser.open(callback)).searchParams.get("action")).toBe("login");
    expect((await browser.open(callback)).href).toBe(failedAs("expired"));
    // With the spent cookie restored, the provider rejects the spent code.
    browser.appCookies.set("hoplog_google_flow", cookie);
    expect((await browser.open(callback)).href).toBe(failed);
  });

  it.each([
    ["a wrong state", failedAs("wrong_state"), (url: URL) => url.searchParams.set("state", "forged")],
    ["no state", failedAs("wrong_state"), (url: URL) => url.searchParams.delete("state")],
    ["a wrong code", failed, (url: URL) => url.searchParams.set("code", "forged")],
    ["nothing at all", failedAs("wrong_state"), (url: URL) => void (url.search = "")],
  ] as readonly (readonly [string, string, (url: URL) => void])[])("fails with %s", async (_what, address, tamper) => {
    await completed(newPerson());
    await browser.send("GET", "/api/auth/google");
    const callback = new URL(await callbackOf(browser));
    tamper(callback);
    expect((await browser.open(callback.href)).href).toBe(address);
  });

  it("writes neither tokens nor codes into the log, whatever happens", async () => {
    await completed(newPerson());
    const page = await browser.open("/api/auth/google");
    const { tokens } = session.parse((await exchange(page)).body);
    await browser.send("GET", "/api/auth/google");
    const callback = new URL(await callbackOf(browser));
    const code = callback.searchParams.get("code") ?? "";
    callback.searchParams.set("state", "forged");
    expect((await browser.open(callback.href)).href).toBe(failedAs("wrong_state"));
    expect(logged.join()).toContain("a Google sign-in failed");
    for (const secret of [code, page.searchParams.get("code"), tokens.accessToken, tokens.refreshToken]) {
      expect(secret).toMatch(/.{20}/);
      expect(logged.join()).not.toContain(String(secret));
    }
  });

  it("fails in another browser than the one that started", async () => {
    await completed(newPerson());
    await browser.send("GET", "/api/auth/google");
    const callback = await callbackOf(browser);
    expect((await openBrowser(api).open(callback)).href).toBe(failedAs("expired"));
  });

  it("fails when consent is refused", async () => {
    provider.person = newPerson();
    provider.consents = false;
    expect((await browser.open("/api/auth/google")).href).toBe(failedAs("denied"));
  });
});

/** Continues from the start of the flow to the provider, and returns the callback URL without opening it. */
async function callbackOf(started: TestBrowser): Promise<string> {
  const flowCookies = new Map(started.appCookies);
  const answer = await api.app.inject({ method: "GET", url: "/api/auth/google" });
  let address = new URL(answer.headers.location ?? "");
  const set = [answer.headers["set-cookie"] ?? []].flat();
  flowCookies.set("hoplog_google_flow", /hoplog_google_flow=([^;]+)/.exec(set.join(";"))?.[1] ?? "");
  const cookies = new Map<string, string>();
  while (address.pathname !== googleCallbackPath) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    address = new URL(response.headers.get("location") ?? "", address);
  }
  for (const [name, value] of flowCookies) started.appCookies.set(name, value);
  return address.href;
}

describe("the cookies", () => {
  it("can't be read by pages, and don't come along from elsewhere", async () => {
    const response = await api.app.inject({ method: "GET", url: "/api/auth/google" });
    const [cookie] = [response.headers["set-cookie"] ?? []].flat();
    expect(cookie).toMatch(/^hoplog_google_flow=/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Max-Age=600/);
    expect(cookie).toMatch(/Path=\/api\/auth/);
  });
});

it("keeps what identifies a Google account out of the event log", async () => {
  const person = newPerson();
  const { body } = await completed(person);
  const { user } = session.parse(body);
  const events = await rowsOf(api.services.orm.em.fork(), sql`SELECT data FROM event WHERE stream_id = ${user._id}`);
  expect(events.length).toBeGreaterThan(1);
  expect(JSON.stringify(events)).not.toContain(`"${person.sub}"`);
  expect(password).not.toBe(completion.password);
});
