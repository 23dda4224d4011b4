import { encodePlan } from "@hoplog/schema/links/options/plan.js";
import { domainKey, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ownMarkIn, ownVisitsPath } from "../ownVisits/ownMark.ts";
import { link, openTestRedirector, type TestRedirector, visit } from "../testing/testRedirector.ts";

const brand = "go.brand.example";
let test: TestRedirector;
beforeAll(async () => {
  test = await openTestRedirector({ PUBLIC_URL: "https://app.example", TRUSTED_PROXIES: "127.0.0.0/8,::1" });
  await test.publish("plain", link);
  const plan = encodePlan({ forwardQuery: true }) ?? new Uint8Array();
  await test.publish("forwards", { ...link, state: "planned", plan });
  await test.publish("7/sale", { ...link, domain: 7 });
  await test.publish(domainKey(brand), encodeDomain({ number: 7, ignoresCase: false }));
  await vi.waitFor(async () => expect((await visit(test, "/sale", { headers: { host: brand } })).status).toBe(302), {
    timeout: 60_000,
  });
});
afterAll(() => test.close());

const address = `${ownVisitsPath}?me=it-is+us`;
const sameOrigin = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
const post = (target = address, headers: Record<string, string> = sameOrigin, body = "count=leave-out") =>
  visit(test, target, { method: "POST", headers, body });
const cookieOf = ({ headers }: Awaited<ReturnType<typeof visit>>) => headers["set-cookie"]?.[0] ?? "";
const queries = (...asked: string[]) => {
  const seen = test.clicks.map(({ query }) => query).filter((query) => asked.some((one) => query.startsWith(one)));
  return seen.toSorted();
};

describe("own visits by a cookie", () => {
  it.each([
    ["the default domain", {}],
    ["a domain of one's own", { host: brand }],
  ])("a page asks at %s, and nothing of it is recorded", async (_, headers) => {
    const { status, body, headers: answered } = await visit(test, address, { headers });
    expect(status).toBe(200);
    expect(body).toContain("Leave out this browser");
    expect(body).not.toContain("it-is");
    expect(answered["cache-control"]).toBe("no-store");
    expect(answered["referrer-policy"]).toBe("same-origin");
    expect(answered["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(answered["set-cookie"]).toBeUndefined();
  });

  it("marks what is recorded of a visit, and changes nothing of where it goes", async () => {
    const answer = await post();
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toMatch(/^hoplog_own=1\.[\w-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    const cookie = `other=1; ${cookieOf(answer).split(";")[0]}`;
    const long = "x".repeat(3000);
    for (const [path, headers] of [
      ["/plain?from=a", { cookie }],
      ["/plain?from=b", { cookie: "other=1" }],
      ["/forwards?from=c", { cookie }],
      ["/sale?from=d", { cookie, host: brand }],
      [`/plain?from=e&${long}`, { cookie }],
    ] as const) {
      const { status, headers: answered } = await visit(test, path, { headers });
      expect(status).toBe(302);
      expect(answered.location).toContain("https://example.com/page");
      expect(answered.location).not.toContain("it-is");
    }
    await expect.poll(() => queries("from=").length).toBe(5);
    const [a, b, c, d, e] = queries("from=");
    expect([a, b, c, d]).toEqual(["from=a&me=it-is+us", "from=b", "from=c&me=it-is+us", "from=d&me=it-is+us"]);
    expect(e).toHaveLength(1024);
    expect(e?.endsWith("xx&me=it-is+us")).toBe(true);
  });

  it("is for https alone where it was given there, and is taken away again", async () => {
    expect(cookieOf(await post(address, { ...sameOrigin, "x-forwarded-proto": "https" }))).toMatch(/; Secure$/);
    expect(cookieOf(await post(address, sameOrigin, "count=in"))).toMatch(/^hoplog_own=; Path=\/; Max-Age=0;/);
    const { "sec-fetch-site": _, ...old } = sameOrigin;
    const origin = { ...old, host: brand, origin: `https://${brand}` };
    expect((await post(address, origin)).status).toBe(200);
  });

  it.each([
    ["another site", { ...sameOrigin, "sec-fetch-site": "cross-site" }, 403],
    ["another host below the same name", { ...sameOrigin, "sec-fetch-site": "same-site" }, 403],
    ["nobody says where from", { "content-type": sameOrigin["content-type"] }, 403],
    ["a foreign origin", { "content-type": sameOrigin["content-type"], origin: "https://evil.example" }, 403],
    ["an origin that is none", { "content-type": sameOrigin["content-type"], origin: "null" }, 403],
    ["no form", { ...sameOrigin, "content-type": "application/json" }, 415],
  ])("is not given to a form of %s", async (_, headers, status) => {
    const answer = await post(address, headers);
    expect(answer.status).toBe(status);
    expect(cookieOf(answer)).toBe("");
  });

  it.each([
    "",
    "?",
    "?me=",
    "?=x",
    `?${"n".repeat(41)}=value`,
    `?me=${"v".repeat(101)}`,
    `?me=${encodeURIComponent("\u{1f407}".repeat(50))}`,
  ])("is not given without a parameter that can be one: %.20s", async (query) => {
    const answer = await post(ownVisitsPath + query);
    expect(answer.status).toBe(400);
    expect(cookieOf(answer)).toBe("");
  });

  it("refuses a large form, and other methods", async () => {
    expect((await post(address, sameOrigin, `count=${"x".repeat(5000)}`)).status).toBe(413);
    expect((await visit(test, address, { method: "PUT", headers: sameOrigin })).status).toBe(405);
  });

  it.each([
    "hoplog_own=",
    "hoplog_own=1.",
    "hoplog_own=2.bWU9eA",
    "xhoplog_own=1.bWU9aXQtaXMtdXM",
    `hoplog_own=1.${Buffer.from("me=a&utm_source=x").toString("base64url")}`,
    `hoplog_own=1.${Buffer.from("me=a b").toString("base64url")}`,
    `hoplog_own=1.${Buffer.from("me=\u{1f407}").toString("base64url")}`,
    `hoplog_own=1.${"A".repeat(5000)}`,
  ])("a cookie that we have not given marks nothing: %.40s", (cookie) => {
    expect(ownMarkIn(cookie)).toBe("");
  });
});
