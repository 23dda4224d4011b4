import { visitedPathIn } from "@hoplog/schema/clicks/visitedPath.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { encodePlan } from "@hoplog/schema/links/options/plan.js";
import { defaultHostsKey, domainKey, encodeDefaultHosts, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import type { LinkRecord } from "@hoplog/schema/topics/links/record.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  link,
  metricsPage,
  openTestRedirector,
  type TestRedirector,
  toHttpServer,
  visit,
} from "../testing/testRedirector.ts";

const brand = "go.brand.example";
const folded = "promo.example";
const files = { robotsTxt: "User-agent: *\nAllow: /\n", appleAppSiteAssociation: "{}", assetLinks: "[]" };

function planned(options: LinkOptions, url: string): LinkRecord {
  return { ...link, domain: 7, url, state: "planned", plan: encodePlan(options) ?? new Uint8Array() };
}

const ways = [
  ["the listener", {}],
  ["the HTTP server", toHttpServer],
] as const;

describe.each(["bun", "node"])("on %s, domains of workspaces", (runtime) => {
  let test: TestRedirector;
  beforeAll(async () => {
    test = await openTestRedirector({ LISTENER_RUNTIME: runtime, PUBLIC_URL: "https://app.example" });
    await test.publish("docs", link);
    await test.publish("7/docs", { ...link, domain: 7, url: "https://brand.example/docs" });
    await test.publish("7/a", { ...link, domain: 7, url: "https://brand.example/a" });
    await test.publish("7/a.", { ...link, domain: 7, url: "https://brand.example/a-with-a-stop" });
    await test.publish("7/2026/plan.pdf", { ...link, domain: 7, url: "https://brand.example/plan" });
    await test.publish("7/2026", planned({ appendPath: true }, "https://brand.example/years"));
    await test.publish("7/2026/q1", planned({ appendPath: true }, "https://brand.example/quarter"));
    await test.publish("7/over", planned({ expiresAt: "2026-01-01T00:00:00.000Z" }, "https://brand.example/"));
    await test.publish("8/sale", { ...link, domain: 8, url: "https://promo.example/sale" });
    await test.publish("9/docs", { ...link, domain: 9, url: "https://elsewhere.example/" });
    const settings = {
      rootUrl: "https://brand.example/",
      unknownUrl: "https://brand.example/lost",
      expiredUrl: "https://brand.example/over",
    };
    await test.publish(domainKey(brand), encodeDomain({ number: 7, ignoresCase: false, ...settings, ...files }));
    await test.publish(domainKey(folded), encodeDomain({ number: 8, ignoresCase: true }));
    await test.publish(domainKey("later.example"), Buffer.from([9, 9, 9]));
    await test.publish(defaultHostsKey, encodeDefaultHosts(["hop.example"]));
    await vi.waitFor(async () => expect(await at("other.example", "/docs")).toEqual([404, undefined]), 60_000);
  });
  afterAll(() => test.close());

  const get = (host: string, path: string, headers: Record<string, string> = {}) =>
    visit(test, path, { headers: { host, ...headers } });
  const at = async (host: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await get(host, path, headers);
    return [answer.status, answer.headers.location];
  };

  describe.each(ways)("by %s", (way, headers) => {
    it("have codes of their own", async () => {
      expect(await at(brand, "/docs", headers)).toEqual([302, "https://brand.example/docs"]);
      expect(await at("hop.example", "/docs", headers)).toEqual([302, link.url]);
      expect(await at("127.0.0.1:3001", "/docs", headers)).toEqual([302, link.url]);
      expect(await at("GO.brand.EXAMPLE:443", "/docs/", headers)).toEqual([302, "https://brand.example/docs"]);
      expect(await at(brand, "/%64ocs", headers)).toEqual([302, "https://brand.example/docs"]);
      expect(await at(brand, "/a", headers)).toEqual([302, "https://brand.example/a"]);
      expect(await at(folded, "/docs", headers)).toEqual([404, undefined]);
    });

    it("may have slashes in codes, and the longest beginning that takes a path along is found", async () => {
      expect(await at(brand, "/2026/plan.pdf", headers)).toEqual([302, "https://brand.example/plan"]);
      expect(await at(brand, "/2026", headers)).toEqual([302, "https://brand.example/years"]);
      expect(await at(brand, "/2026/q1/x%20y", headers)).toEqual([302, "https://brand.example/quarter/x%20y"]);
      expect(await at(brand, "/2026/q2/x", headers)).toEqual([302, "https://brand.example/years/q2/x"]);
      expect(await at(brand, "/docs/x", headers)).toEqual([302, "https://brand.example/lost"]);
    });

    it("lead on with what was added to a code, unless a code has that form", async () => {
      for (const path of ["/docs.", "//docs", "/docs).%20", "/docs/."]) {
        expect(await at(brand, path, headers)).toEqual([302, "https://brand.example/docs"]);
      }
      expect(await at(brand, "/2026/plan.pdf,", headers)).toEqual([302, "https://brand.example/plan"]);
      expect(await at(brand, "/a.", headers)).toEqual([302, "https://brand.example/a-with-a-stop"]);
      expect(await at(brand, "/a.!", headers)).toEqual([302, "https://brand.example/a-with-a-stop"]);
      expect(await at(brand, "/a!", headers)).toEqual([302, "https://brand.example/a"]);
      expect(await at(brand, "/2026/plan.", headers)).toEqual([302, "https://brand.example/years/plan."]);
      expect(await at(folded, "/SALE!", headers)).toEqual([302, "https://promo.example/sale"]);
    });

    it("find codes however they are written, where case is ignored", async () => {
      for (const path of ["/sale", "/Sale", "/SALE/", "/%53ale"]) {
        expect(await at(folded, path, headers)).toEqual([302, "https://promo.example/sale"]);
      }
      expect(await at(brand, "/Docs", headers)).toEqual([302, "https://brand.example/lost"]);
    });

    it("record the form of a code that was visited, unless the code has it", async () => {
      const agent = `visited by ${way}`;
      for (const [host, path] of [
        [brand, "/a."],
        [brand, "/a.!"],
        [brand, "/2026/q2/x"],
        [folded, "/SALE/"],
        [folded, "/sale/"],
      ] as const)
        expect((await at(host, path, { ...headers, "user-agent": agent }))[0]).toBe(302);
      await expect
        .poll(() => test.clicks.filter(({ userAgent }) => userAgent === agent).map(({ query }) => visitedPathIn(query)))
        .toEqual(["", "/a.!", "", "/SALE/", ""]);
    });

    it("say where their root, unknown and expired links lead", async () => {
      expect(await at(brand, "/", headers)).toEqual([302, "https://brand.example/"]);
      expect(await at(brand, "/nowhere", headers)).toEqual([302, "https://brand.example/lost"]);
      expect(await at(brand, "/over", headers)).toEqual([302, "https://brand.example/over"]);
      expect(await at(folded, "/", headers)).toEqual([404, undefined]);
      const unknown = await get(folded, "/nowhere", headers);
      expect(unknown.status).toBe(404);
      expect(unknown.body).not.toContain("app.example");
      expect(await at("hop.example", "/", headers)).toEqual([302, "https://app.example"]);
    });

    it("lead paths that can be no code where unknown codes lead, and count them alike", async () => {
      const userAgent = `unknown by ${way} on ${runtime}`;
      const paths = ["x".repeat(191), "x".repeat(5000), "x/".repeat(3000), "a%20b", "%C3%A4", "a//b", "docs+/x", "%"];
      for (const path of paths) {
        expect(await at(brand, `/${path}`, { ...headers, "user-agent": userAgent })).toEqual([
          302,
          "https://brand.example/lost",
        ]);
        expect(await at(folded, `/${path}`, headers)).toEqual([404, undefined]);
      }
      await expect
        .poll(() => test.misses.filter((miss) => miss.userAgent === userAgent).map(({ reason }) => reason))
        .toEqual(paths.map(() => "unknown"));
    });

    it("serve their files, and nobody else's", async () => {
      const texts = [
        ["/robots.txt", files.robotsTxt, "text/plain; charset=utf-8"],
        ["/.well-known/apple-app-site-association", files.appleAppSiteAssociation, "application/json"],
        ["/apple-app-site-association", files.appleAppSiteAssociation, "application/json"],
        ["/.well-known/assetlinks.json", files.assetLinks, "application/json"],
      ] as const;
      for (const [path, body, type] of texts) {
        expect(await get(brand, path, headers)).toMatchObject({ status: 200, body, headers: { "content-type": type } });
        for (const host of [folded, "hop.example", "other.example"]) {
          expect((await get(host, path, headers)).status).toBe(404);
        }
      }
    });

    it("give a plain 404 for hosts that nobody has named, and 503 for one that can't be read", async () => {
      for (const path of ["/docs", "/", "/7/docs", "/robots.txt", "/docs+"]) {
        expect(await at("other.example", path, headers)).toEqual([404, undefined]);
      }
      expect(await at("later.example", "/docs", headers)).toEqual([503, undefined]);
      expect((await get("other.example", "/healthz", headers)).status).toBe(200);
    });

    it("keep to their own keys", async () => {
      expect(await at("hop.example", "/7/docs", headers)).toEqual([404, undefined]);
      expect(await at(brand, "/9/docs", headers)).toEqual([302, "https://brand.example/lost"]);
      expect(await at(brand, "/../9/docs", headers)).toEqual([302, "https://brand.example/lost"]);
    });

    it("record clicks and misses with their number", async () => {
      const userAgent = `numbered by ${way} on ${runtime}`;
      await get(brand, "/docs", { ...headers, "user-agent": userAgent });
      await get("other.example", "/docs", { ...headers, "user-agent": userAgent });
      const lost = `lost by ${way} on ${runtime}`;
      for (const [host, path] of [
        [brand, "/nothing"],
        [brand, "/"],
        [brand, "/over"],
        ["hop.example", "/nothing"],
        ["hop.example", "/"],
      ] as const)
        await get(host, path, { ...headers, "user-agent": lost });
      const numbers = () =>
        test.misses
          .filter((miss) => miss.userAgent === lost)
          .map(({ domain, reason, linkId }) => `${domain ?? 0} ${reason} ${linkId ? "of a link" : ""}`.trim())
          .toSorted();
      await expect.poll(numbers).toEqual(["0 base URL", "0 unknown", "7 base URL", "7 expired of a link", "7 unknown"]);
      await expect.poll(() => test.clicks.find((click) => click.userAgent === userAgent)).toMatchObject({ domain: 7 });
      await expect
        .poll(() => test.misses.filter((miss) => miss.userAgent === userAgent))
        .toEqual([expect.objectContaining({ reason: "unknown host", host: "other.example", path: "/docs" })]);
    });
  });

  it("show where a code leads", async () => {
    expect((await get(brand, "/docs+")).body).toContain("https://brand.example/docs");
    expect((await get(brand, "/2026/plan.pdf+")).body).toContain("https://brand.example/plan");
    expect((await get(folded, "/SALE+")).body).toContain("https://promo.example/sale");
  });

  it("have new links at once, from Postgres", async () => {
    await test.insertTarget("fresh/one", "active", 7);
    expect(await at(brand, "/fresh/one")).toEqual([302, "https://example.com/"]);
    expect(await at(brand, "/fresh/two")).toEqual([302, "https://brand.example/lost"]);
    expect(await at("hop.example", "/fresh/one")).toEqual([404, undefined]);
  });

  it("may have certificates, and no other names", async () => {
    const allowed = async (name: string) =>
      (await metricsPage(test, `/tls/allowed?domain=${encodeURIComponent(name)}`)).status;
    expect(await Promise.all([brand, folded].map(allowed))).toEqual([200, 200]);
    expect(await Promise.all(["other.example", `x.${brand}`, "hop.example", ""].map(allowed))).toEqual([
      404, 404, 404, 404,
    ]);
    expect(await allowed("later.example")).toBe(503);
  });

  it("are gone once they are withdrawn", async () => {
    await test.publish(domainKey(folded), null);
    await expect.poll(() => at(folded, "/sale")).toEqual([404, undefined]);
    await test.publish(domainKey(folded), encodeDomain({ number: 8, ignoresCase: true }));
    await expect.poll(() => at(folded, "/sale")).toEqual([302, "https://promo.example/sale"]);
  });
});
