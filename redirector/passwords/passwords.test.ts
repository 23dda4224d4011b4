import { hashPassword, productionCost } from "@hoplog/platform/passwords/passwords.js";
import { cheapCost } from "@hoplog/platform/testing/passwords.js";
import { encodePlan, type LinkPlan } from "@hoplog/schema/links/options/plan.js";
import type { LinkRecord } from "@hoplog/schema/topics/links/record.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exchange, statusesIn } from "../testing/raw.ts";
import {
  link,
  metricsOf,
  openTestRedirector,
  type TestRedirector,
  toHttpServer,
  visit,
} from "../testing/testRedirector.ts";

const password = "fish & chips";
const form = { "content-type": "application/x-www-form-urlencoded" };
const bodyOf = (text: string): string => new URLSearchParams({ password: text }).toString();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password, cheapCost);
});

describe.each(["bun", "node"] as const)("on %s, a link with a password", (runtime) => {
  let test: TestRedirector;
  let agents = 0;
  beforeAll(async () => {
    const env = { LISTENER_RUNTIME: runtime, LISTENERS: "2", TRUSTED_PROXIES: "127.0.0.1" };
    test = await openTestRedirector({ ...env, PUBLIC_URL: "https://app.example" });
    await publish("plain", link, 302);
  });
  afterAll(() => test.close());

  async function publish(code: string, record: LinkRecord, status: number): Promise<void> {
    await test.publish(code, record);
    await vi.waitFor(async () => expect((await visit(test, `/${code}`)).status).toBe(status), 60_000);
  }

  let revision = 1;
  const planned = (plan: LinkPlan, linkId = link.linkId): LinkRecord => {
    const bytes = encodePlan(plan) ?? new Uint8Array();
    return { ...link, linkId, revision: ++revision, state: "planned", plan: bytes };
  };
  const protect = (code: string, plan: LinkPlan = {}) => publish(code, planned({ passwordHash, ...plan }), 200);

  const get = (path: string, headers: Record<string, string> = {}) => visit(test, path, { headers });
  const post = (path: string, text: string, headers: Record<string, string> = {}) =>
    visit(test, path, { method: "POST", headers: { ...form, ...headers }, body: bodyOf(text) });
  const from = (address: string) => ({ "x-forwarded-for": address });
  const newAgent = (): string => `${runtime} ${++agents}`;
  const clicksOf = (agent: string) => test.clicks.filter(({ userAgent }) => userAgent === agent);
  const missesOf = (agent: string) =>
    test.misses.filter(({ userAgent }) => userAgent === agent).map(({ reason }) => reason);
  const cookieOf = (answer: { readonly headers: NodeJS.Dict<string | string[]> }): string => {
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    return cookie.split(";")[0] ?? "";
  };

  it("asks for it on a page that nobody keeps, however it is fetched, and counts nothing", async () => {
    await protect("asked");
    const agent = { "user-agent": newAgent() };
    const page = await get("/asked", agent);
    expect(page).toMatchObject({
      status: 200,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": expect.stringContaining("form-action http: https:;"),
      },
    });
    expect(page.body).toContain(`<meta name="robots" content="noindex">`);
    expect(page.body).toContain(`<form method="post">`);
    expect(page.body).not.toContain("example.com");
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect((await get("/asked", { ...agent, connection: "close" })).body).toBe(page.body);
    expect((await get("/asked", { ...agent, "sec-purpose": "prefetch" })).body).toBe(page.body);
    expect((await get("/asked", { "user-agent": `${agent["user-agent"]} Googlebot/2.1` })).body).toBe(page.body);
    const head = await visit(test, "/asked", { method: "HEAD", headers: agent });
    expect(head).toMatchObject({
      status: 200,
      body: "",
      headers: { "content-length": page.headers["content-length"] },
    });
    expect((await get("/plain", agent)).status).toBe(302);
    await expect.poll(() => clicksOf(agent["user-agent"]).length).toBe(1);
    expect(missesOf(agent["user-agent"])).toEqual([]);
  });

  it("leads on once it is given, for as long as the cookie lasts, and counts each visit", async () => {
    await protect("right", { redirectStatus: 308, forwardQuery: true, appendPath: true });
    const agent = { "user-agent": newAgent() };
    expect((await get("/right/x?b=2", agent)).status).toBe(200);
    const answer = await post("/right/x?b=2", password, agent);
    expect(answer).toMatchObject({
      status: 303,
      body: "",
      headers: { location: "https://example.com/page/x?a=1&b=2", "cache-control": "no-store" },
    });
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^hoplog_pass=1\.\d{10}\.[\w-]{43}; Path=\/right; Max-Age=43200; HttpOnly; SameSite=Lax$/),
    ]);
    const cookie = `other=1; ${cookieOf(answer)}; more=2`;
    for (const way of [{}, toHttpServer]) {
      expect(await get("/right/x?b=2", { ...agent, ...way, cookie })).toMatchObject({
        status: 308,
        headers: { location: "https://example.com/page/x?a=1&b=2" },
      });
    }
    await expect.poll(() => clicksOf(agent["user-agent"]).map(({ query }) => query)).toEqual(["b=2", "b=2", "b=2"]);
    expect(missesOf(agent["user-agent"])).toEqual([]);
    // Simulates a form that was still open in another tab.
    expect((await post("/right", password, { ...agent, cookie })).status).toBe(303);
  });

  it("says that a wrong one is wrong, and counts it apart", async () => {
    await protect("wrong");
    const agent = newAgent();
    const answer = await post("/wrong", "fish and chips", { "user-agent": agent });
    expect(answer.status).toBe(403);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.body).toContain(`<p id="problem" role="alert">This password is wrong.</p>`);
    expect(answer.body).toContain(`aria-invalid="true" aria-describedby="problem"`);
    expect(answer.body).not.toContain("fish");
    await expect.poll(() => missesOf(agent)).toEqual(["wrong password"]);
    expect(clicksOf(agent)).toEqual([]);
    // Sends the same password in a different Unicode spelling.
    const typed = await hashPassword("ﬁsh", cheapCost);
    await publish("typed", planned({ passwordHash: typed }), 200);
    expect((await post("/typed", "fish")).status).toBe(303);
  });

  it("refuses an address after ten wrong ones, before it looks at more, and no other address", async () => {
    const limited = planned({ passwordHash }, "01900000-0000-7000-8000-0000000000cc");
    await publish("limited", limited, 200);
    const agent = newAgent();
    const send = (text: string, address: string) => post("/limited", text, { ...from(address), "user-agent": agent });
    for (let i = 0; i < 10; i++) expect((await send(`wrong ${i}`, `2001:db8::${i}`)).status).toBe(403);
    const refused = await send(password, "2001:db8::ffff");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(800);
    expect(refused.body).toContain("too many wrong passwords");
    const other = await send(password, "2001:db8:0:1::1");
    expect(other.status).toBe(303);
    // A visitor with the cookie is still redirected.
    const cookie = cookieOf(other);
    expect((await get("/limited", { ...from("2001:db8::1"), cookie })).status).toBe(302);
    await expect.poll(() => missesOf(agent).length).toBe(10);
    await expect.poll(() => metricsOf(test)).toContain(`result="tooManyTries",service="redirector"} 1`);
  });

  it("takes no cookie but its own, unchanged, of this password", async () => {
    const [one, two] = ["01900000-0000-7000-8000-0000000000d1", "01900000-0000-7000-8000-0000000000d2"];
    await publish("one", planned({ passwordHash }, one), 200);
    await publish("one-too", planned({ passwordHash }, one), 200);
    await publish("two", planned({ passwordHash }, two), 200);
    await publish("none", planned({ passwordHash: "" }, one), 200);
    const cookie = cookieOf(await post("/one", password));
    expect((await get("/one", { cookie })).status).toBe(302);
    const [name = "", expiry = "", signature = ""] = cookie.split(".");
    const bad = [
      cookie.slice(0, -1),
      `${cookie}A`,
      `${name}.${Number(expiry) + 1}.${signature}`,
      `${name}.${expiry}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      `${name}.${expiry}.`,
      `hoplog_pass=2.${expiry}.${signature}`,
      `hoplog_pass=1.99999999999999999999.${signature}`,
      "hoplog_pass=",
    ];
    for (const value of bad)
      expect({ value, status: (await get("/one", { cookie: value })).status }).toEqual({ value, status: 200 });
    for (const path of ["/one-too", "/two", "/none"]) {
      expect({ path, status: (await get(path, { cookie })).status }).toEqual({ path, status: 200 });
    }
    // The same password is set again, which gives another hash.
    await test.publish("one", planned({ passwordHash: await hashPassword(password, cheapCost) }, one));
    await expect.poll(async () => (await get("/one", { cookie })).status).toBe(200);
    expect((await post("/one", password)).status).toBe(303);
  });

  it("whose hash is missing lets nobody in", async () => {
    await publish("missing", planned({ passwordHash: "" }), 200);
    await publish("no-hash", planned({ passwordHash: "fish & chips" }), 200);
    for (const path of ["/missing", "/no-hash"]) {
      expect((await post(path, password, from("198.51.100.9"))).status).toBe(403);
    }
  });

  it("answers what is no form with what is wrong", async () => {
    await protect("form");
    const send = (headers: Record<string, string>, body: string) =>
      visit(test, "/form", { method: "POST", headers, body });
    expect((await send({ "content-type": "application/json" }, `{"password":"${password}"}`)).status).toBe(415);
    expect((await send({}, bodyOf(password))).status).toBe(415);
    const empty = await send(form, "password=");
    expect(empty).toMatchObject({ status: 400, body: expect.stringContaining("Enter the password.") });
    expect((await send(form, "other=1")).status).toBe(400);
    expect((await send(form, bodyOf("x".repeat(5000)))).status).toBe(413);
    const chunk = "x".repeat(3000);
    const head = `POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: ${form["content-type"]}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunked = `${head}${Array.from({ length: 3 }, () => `bb8\r\n${chunk}\r\n`).join("")}0\r\n\r\n`;
    expect(statusesIn(await exchange(test.redirector.port, chunked))).toEqual([413]);
    expect(
      (await send({ ...form, "content-type": `${form["content-type"]};charset=UTF-8` }, bodyOf(password))).status,
    ).toBe(303);
  });

  it("alone takes a form", async () => {
    await publish("off", { ...link, state: "inactive" }, 410);
    await publish("options", planned({ redirectStatus: 301 }), 301);
    await protect("only");
    for (const path of ["/plain", "/nowhere-1", "/off", "/options", "/only+", "/only/x", "/", "/healthz", "/a/b/c"]) {
      const answer = await post(path, password);
      expect({ path, status: answer.status, allow: answer.headers["allow"] }).toEqual({
        path,
        status: 405,
        allow: "GET, HEAD",
      });
    }
    expect((await visit(test, "/only", { method: "PUT", headers: form, body: bodyOf(password) })).status).toBe(405);
  });

  it("doesn't say where it leads behind a plus", async () => {
    await protect("plus");
    const page = await get("/plus+");
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining("requires a password") });
    expect(page.body).not.toContain("example.com");
    const cookie = cookieOf(await post("/plus", password));
    expect((await get("/plus+", { cookie })).body).toBe(page.body);
  });

  it("is decided as all others are before and after its password", async () => {
    const preview = { title: "Secret party" };
    const blocked = {
      number: 1,
      name: "",
      when: { field: "query", op: "exists", name: "stop", values: [] },
      then: { blocked: true },
    } as const;
    await protect("decided", { preview, rules: [blocked] });
    const crawler = await get("/decided", {
      "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    });
    expect(crawler.body).toContain(`<meta property="og:title" content="Secret party">`);
    expect((await post("/decided?stop=1", password)).body).toContain("not available here");
    await publish("over", planned({ passwordHash, expiresAt: "2026-01-01T00:00:00.000Z" }), 410);
    expect((await post("/over", password)).body).toContain("Link expired");
    await publish("bad", planned({ passwordHash, isListed: true }), 403);
    expect((await post("/bad", password)).body).toContain("may be harmful");
  });

  it("has a cookie for https alone where the visitor came so, as our proxy says", async () => {
    await protect("secure");
    const secure = await post("/secure", password, { "x-forwarded-proto": "https" });
    expect(secure.headers["set-cookie"]?.[0]).toMatch(/; SameSite=Lax; Secure$/);
    const plain = await post("/secure", password, { "x-forwarded-proto": "http" });
    expect(plain.headers["set-cookie"]?.[0]).not.toContain("Secure");
  });

  it("is asked for by what Postgres alone knows, too", async () => {
    const values = [`fresh-${runtime}`, link.linkId, link.ownerId, encodePlan({ passwordHash })];
    await test.database.query(
      "INSERT INTO link_target VALUES (0, $1, $2, $3, 1, 'https://example.com/', 'planned', $4)",
      values,
    );
    expect((await get(`/fresh-${runtime}`)).body).toContain(`<form method="post">`);
    expect((await post(`/fresh-${runtime}`, password)).status).toBe(303);
  });

  it("keeps nobody else waiting while many passwords are given at once, and none is lost", async () => {
    const costly = await hashPassword(password, productionCost);
    await publish("flood", planned({ passwordHash: costly }, "01900000-0000-7000-8000-0000000000ee"), 200);
    const tries = Promise.all(
      Array.from({ length: 150 }, (_, i) => post("/flood", "wrong", from(`198.51.${Math.floor(i / 250)}.${i % 250}`))),
    );
    expect((await get("/plain")).status).toBe(302);
    const statuses = (await tries).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([403, 503]));
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(100);
  });
});
