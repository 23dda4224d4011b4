import { hashPassword } from "@hoplog/platform/passwords/passwords.js";
import { cheapCost } from "@hoplog/platform/testing/passwords.js";
import { encodePlan, type LinkPlan } from "@hoplog/schema/links/options/plan.js";
import { domainKey, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { link, openTestRedirector, type TestRedirector, visit } from "../testing/testRedirector.ts";

const password = "fish & chips";
const folded = "promo.example";
const brand = "go.brand.example";

/** Simulates a browser's cookies: sent if the request's path, as written, equals their path or is below it. */
function createBrowser(test: TestRedirector, host: string) {
  const kept: { readonly pair: string; readonly path: string }[] = [];
  return async (path: string, text?: string) => {
    const cookie = kept
      .filter((one) => path === one.path || path.startsWith(`${one.path}/`))
      .map(({ pair }) => pair)
      .join("; ");
    const headers = { host, ...(cookie !== "" && { cookie }) };
    const form = {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ password: text ?? "" }).toString(),
    };
    const answer = await visit(test, path, text === undefined ? { headers } : form);
    const set = answer.headers["set-cookie"] ?? [];
    for (const one of set) {
      const [, pair = "", ofCookie = ""] = /^([^;]+);.*?\bPath=([^;]*)/.exec(one) ?? [];
      kept.push({ pair, path: ofCookie });
    }
    return { status: answer.status, location: answer.headers.location, set };
  };
}

describe("a visitor is known again by how they wrote the code", () => {
  let test: TestRedirector;
  beforeAll(async () => {
    test = await openTestRedirector({ PUBLIC_URL: "https://app.example" });
    const planned = (domain: number, plan: LinkPlan) =>
      ({ ...link, domain, state: "planned", plan: encodePlan(plan) ?? new Uint8Array() }) as const;
    const arms = [1, 2].map((number) => ({ number, name: "", url: `https://example.com/${number}`, weight: 1 }));
    const passwordHash = await hashPassword(password, cheapCost);
    await test.publish("8/sale", planned(8, { passwordHash, appendPath: true }));
    await test.publish("8/spring/split", planned(8, { split: { arms, sticky: true } }));
    await test.publish("7/old;Domain=example", planned(7, { passwordHash }));
    await test.publish(domainKey(folded), encodeDomain({ number: 8, ignoresCase: true }));
    await test.publish(domainKey(brand), encodeDomain({ number: 7, ignoresCase: false }));
    await vi.waitFor(
      async () => expect((await visit(test, "/old;Domain=example", { headers: { host: brand } })).status).toBe(200),
      { timeout: 60_000 },
    );
  });
  afterAll(() => test.close());

  it.each(["/sale", "/Sale", "/SALE/", "/%53ale", "/Sale/x/y"])("who has given the password at %s", async (path) => {
    const browse = createBrowser(test, folded);
    expect((await browse(path)).status).toBe(200);
    expect((await browse(path, password)).status).toBe(303);
    expect((await browse(path)).status).toBe(302);
    expect((await createBrowser(test, folded)(path)).status).toBe(200);
  });

  it("who has given it for the link, however its code is written", async () => {
    const given = await visit(test, "/Sale", {
      method: "POST",
      headers: { host: folded, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ password }).toString(),
    });
    const [cookie = ""] = given.headers["set-cookie"]?.[0]?.split(";") ?? [];
    for (const path of ["/sale", "/SALE", "/Sale"]) {
      expect((await visit(test, path, { headers: { host: folded, cookie } })).status).toBe(302);
    }
  });

  it.each(["/spring/split", "/Spring/Split", "/SPRING/%73plit/"])("who was given an arm at %s", async (path) => {
    for (let i = 0; i < 10; i++) {
      const browse = createBrowser(test, folded);
      const first = await browse(path);
      expect(first.set).toHaveLength(1);
      expect(await browse(path)).toEqual({ ...first, set: [] });
    }
  });

  it("but codes can't write attributes of cookies", async () => {
    const [cookie = ""] = (await createBrowser(test, brand)("/old;Domain=example", password)).set;
    expect(cookie).toMatch(/; Path=\/old%3BDomain=example; Max-Age=43200; HttpOnly; SameSite=Lax$/);
    const encoded = createBrowser(test, brand);
    expect((await encoded("/old%3BDomain=example", password)).status).toBe(303);
    expect((await encoded("/old%3BDomain=example")).status).toBe(302);
  });
});
