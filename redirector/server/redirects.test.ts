import { withVisitedPath } from "@hoplog/schema/clicks/visitedPath.js";
import { encodePlan } from "@hoplog/schema/links/options/plan.js";
import { clickFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { parse } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exchange, statusesIn } from "../testing/raw.ts";
import {
  healthOf,
  link,
  linkId,
  metricsOf,
  openTestRedirector,
  ownerId,
  type TestRedirector,
  visit,
} from "../testing/testRedirector.ts";

let test: TestRedirector;
beforeAll(async () => {
  test = await openTestRedirector({ TRUSTED_PROXIES: "127.0.0.1", PUBLIC_URL: "https://app.example" });
  await test.publish("docs", link);
  await test.publish("off", { ...link, state: "inactive" });
  await vi.waitFor(async () => expect((await visit(test, "/docs")).status).toBe(302), 60_000);
  await vi.waitFor(async () => expect((await visit(test, "/off")).status).toBe(410), 60_000);
});
afterAll(() => test.close());

describe("a known code", () => {
  it("redirects without being kept by caches, and records the visit", async () => {
    const answer = await visit(test, "/docs?utm_source=mail", {
      headers: {
        "user-agent": "test-recorded",
        "accept-language": "de-AT,de;q=0.9,en;q=0.8",
        referer: "https://news.example/a",
        "x-forwarded-for": "198.51.100.9, 203.0.113.7",
      },
    });
    expect(answer).toMatchObject({
      status: 302,
      body: "",
      headers: { location: link.url, "cache-control": "no-store" },
    });
    await expect
      .poll(() => test.clicks.filter(({ userAgent }) => userAgent === "test-recorded"))
      .toEqual([
        expect.objectContaining({
          id: expect.stringMatching(/^[0-9a-f-]{28}[0-9a-f]{8}$/),
          linkId,
          languages: "de-AT,de;q=0.9,en;q=0.8",
          revision: 1,
          domain: 0,
          userAgent: "test-recorded",
          referrer: "https://news.example/a",
          query: "utm_source=mail",
          address: "00000000000000000000ffffcb007107",
          flags: 0,
        }),
      ]);
  });

  it.each([
    ["HEAD", {}, clickFlags.head],
    ["GET", { "sec-purpose": "prefetch;prerender" }, clickFlags.prefetch],
    ["GET", { "x-purpose": "preview" }, clickFlags.preview],
  ])("answers %s %j and marks it", async (method, headers, flags) => {
    const userAgent = `marked ${flags}`;
    const answer = await visit(test, "/docs", { method, headers: { ...headers, "user-agent": userAgent } });
    expect(answer.status).toBe(302);
    await expect.poll(() => test.clicks.find((click) => click.userAgent === userAgent)?.flags).toBe(flags);
  });

  it.each([
    ["/docs", "", ""],
    ["/docs/", "", ""],
    ["/docs/", "%20", "/docs/%20"],
    ["/%64ocs", "", "/%64ocs"],
    ["/docs", "%E2%80%8B".repeat(40), `/docs${"%E2%80%8B".repeat(21)}%E2%80`],
  ])("is found under %s%s too, and its click says so unless it is the code", async (start, tail, recorded) => {
    const headers = { "user-agent": `visited ${start}${tail}` };
    expect((await visit(test, `${start}${tail}?from=a`, { headers })).status).toBe(302);
    await expect
      .poll(() => test.clicks.find(({ userAgent }) => userAgent === headers["user-agent"])?.query)
      .toBe(withVisitedPath("from=a", recorded));
  });

  it("records the form in which a link that takes a path along was visited", async () => {
    const plan = encodePlan({ appendPath: true }) ?? new Uint8Array();
    await test.publish("tree", { ...link, state: "planned", plan });
    const at = (target: string) => visit(test, target, { headers: { "user-agent": "visited tree" } });
    await vi.waitFor(async () => expect((await visit(test, "/tree")).status).toBe(302), 60_000);
    expect((await at("/tree./")).headers.location).toBe(link.url);
    expect((await at("//tree/a.b")).headers.location).toContain("/page/a.b");
    expect((await at("/tree/a.b")).headers.location).toContain("/page/a.b");
    await expect
      .poll(() => test.clicks.filter(({ userAgent }) => userAgent === "visited tree").map(({ query }) => query))
      .toEqual([withVisitedPath("", "/tree./"), withVisitedPath("", "//tree"), ""]);
  });

  it("cuts what is too long to record", async () => {
    const userAgent = `long ${"x".repeat(2000)}`;
    expect((await visit(test, "/docs", { headers: { "user-agent": userAgent } })).status).toBe(302);
    await expect
      .poll(() => test.clicks.find((click) => click.userAgent.startsWith("long"))?.userAgent.length)
      .toBe(512);
  });

  it.each([".", "~", ")", "%20", "%C2%A0", "%E2%80%8B", ").", "/.", "./"])(
    "leads on with %s behind it",
    async (tail) => {
      const userAgent = `added ${tail}`;
      const headers = { "user-agent": userAgent };
      for (const path of [`/docs${tail}`, `//docs${tail}`]) {
        expect(await visit(test, `${path}?a=1`, { headers })).toMatchObject({
          status: 302,
          headers: { location: link.url },
        });
      }
      expect((await visit(test, `/off${tail}`, { headers })).status).toBe(410);
      expect((await visit(test, `/docs+${tail}`)).body).toContain(link.url);
      const recorded = () =>
        test.clicks.filter((click) => click.userAgent === userAgent).map(({ linkId, query }) => ({ linkId, query }));
      await expect.poll(recorded).toEqual([
        { linkId, query: withVisitedPath("a=1", `/docs${tail}`) },
        { linkId, query: withVisitedPath("a=1", `//docs${tail}`) },
      ]);
      await expect
        .poll(() => test.misses.filter((miss) => miss.userAgent === userAgent))
        .toEqual([expect.objectContaining({ code: "off", path: `/off${tail}`, reason: "inactive" })]);
    },
  );

  it.each(["ü日", "\u200b"])("leads on with %s in its query and not encoded", async (text) => {
    const bytes = Buffer.from(text).toString("latin1");
    const userAgent = `raw ${text.codePointAt(0)}`;
    const answer = await exchange(
      test.redirector.port,
      `GET /docs?q=${bytes} HTTP/1.1\r\nHost: a\r\nUser-Agent: ${userAgent}\r\n\r\n` +
        `GET /docs${bytes}?q=${bytes} HTTP/1.1\r\nHost: a\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesIn(answer)).toEqual([302, 302]);
    await expect
      .poll(() => test.clicks.filter((click) => click.userAgent === userAgent).map(({ query }) => query))
      .toEqual([
        `q=${encodeURIComponent(text)}`,
        withVisitedPath(`q=${encodeURIComponent(text)}`, `/docs${encodeURIComponent(text)}`),
      ]);
  });

  it("leads to the longest URL that a link may have", async () => {
    const url = `https://example.com/?q=${encodeURIComponent("字".repeat(1775))}`;
    await test.publish("long", { ...link, url });
    await vi.waitFor(async () => expect((await visit(test, "/long")).status).toBe(302), 60_000);
    for (const path of ["/long", "/%6cong"]) expect((await visit(test, path)).headers.location).toBe(url);
  });

  it("refuses other methods", async () => {
    expect(await visit(test, "/docs", { method: "POST" })).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD" },
    });
  });

  it("follows an edit, a switch and a deletion", async () => {
    await test.publish("edited", link);
    await expect.poll(async () => (await visit(test, "/edited")).headers["location"]).toBe(link.url);
    await test.publish("edited", { ...link, revision: 2, url: "https://example.org/" });
    await expect.poll(async () => (await visit(test, "/edited")).headers["location"]).toBe("https://example.org/");
    await test.publish("edited", { ...link, revision: 3, state: "inactive" });
    await expect.poll(async () => (await visit(test, "/edited")).status).toBe(410);
    await test.publish("edited", null);
    await expect.poll(async () => (await visit(test, "/edited")).status).toBe(404);
  });
});

describe("what leads nowhere", () => {
  it("is a page, and a miss with its reason", async () => {
    const unknown = await visit(test, "/no-such-code");
    expect(unknown).toMatchObject({ status: 404, headers: { "cache-control": "no-store" } });
    expect(unknown.body).toContain("Link not found");
    expect(unknown.body).toContain("https://app.example");
    const off = await visit(test, "/off");
    expect(off).toMatchObject({ status: 410, headers: { "cache-control": "no-store" } });
    expect(off.body).toContain("switched off");
    await expect
      .poll(() => test.misses.map(({ code, reason }) => ({ code, reason })))
      .toEqual(
        expect.arrayContaining([
          { code: "no-such-code", reason: "unknown" },
          { code: "off", reason: "inactive" },
        ]),
      );
  });

  // The HTTP server handles paths with percent signs.
  it.each([
    ["the listener", "/off/", "/nowhere", "/"],
    ["the HTTP server", "/%6fff/", "/%6eowhere", "/?%"],
  ])("is recorded with what is known of its visitor, by %s", async (who, inactive, unknown, home) => {
    const headers = {
      host: "hop.example:80",
      "user-agent": `lost, ${who}`,
      "accept-language": "fr",
      referer: "https://news.example/b",
      "x-forwarded-for": "203.0.113.9",
    };
    for (const path of [inactive, unknown, home]) await visit(test, path, { headers });
    const seen = {
      host: "hop.example:80",
      userAgent: `lost, ${who}`,
      languages: "fr",
      referrer: "https://news.example/b",
      address: Buffer.from("00000000000000000000ffffcb007109", "hex"),
      flags: 0,
    };
    const ofLink = { linkId: Buffer.from(parse(linkId)), ownerId: Buffer.from(parse(ownerId)), revision: 1 };
    await expect
      .poll(() => test.misses.filter(({ userAgent }) => userAgent === seen.userAgent))
      .toEqual([
        expect.objectContaining({ ...seen, ...ofLink, code: "off", path: inactive, reason: "inactive" }),
        expect.objectContaining({ ...seen, code: "nowhere", path: unknown, reason: "unknown" }),
        expect.objectContaining({ ...seen, code: "", path: "/", reason: "base URL" }),
      ]);
    expect(test.misses.filter(({ reason, linkId: found }) => reason !== "inactive" && found)).toEqual([]);
  });

  it.each(["/favicon.ico", "/a/b", "/%", "/%ff", `/${"x".repeat(51)}`, "/ab", "/docs/a.", "/docs.a"])(
    "%s is no code at all",
    async (path) => {
      expect((await visit(test, path)).status).toBe(404);
      expect(test.misses.some(({ code }) => `/${code}` === path)).toBe(false);
    },
  );

  it("sends the bare host to the app", async () => {
    expect(await visit(test, "/")).toMatchObject({ status: 302, headers: { location: "https://app.example" } });
  });
});

describe("a code that the replica does not have", () => {
  it("is looked up in Postgres, so that a new link works at once", async () => {
    await test.insertTarget("fresh");
    expect(await visit(test, "/fresh")).toMatchObject({ status: 302, headers: { location: "https://example.com/" } });
  });

  it.each(["planned", "of a later version"])("is not sent past what only Postgres knows of it: %s", async (state) => {
    const code = state.replaceAll(" ", "-");
    await test.insertTarget(code, state);
    expect(await visit(test, `/${code}`)).toMatchObject({ status: 503, headers: { "retry-after": "30" } });
  });
});

describe("a link that can't be read", () => {
  const damaged = (): Buffer => {
    const record = encodeLinkRecord(link);
    record.writeUInt8(record.readUInt8(60) ^ 1, 60);
    return record;
  };

  it.each<[string, () => Uint8Array]>([
    ["has a damaged record", damaged],
    ["has a record of a later version", () => Buffer.concat([Buffer.from([3]), Buffer.alloc(200)])],
    ["has an empty record", () => Buffer.alloc(0)],
    ["has a record beyond all measure", () => Buffer.alloc(200_000, 2)],
    ["has a plan", () => encodeLinkRecord({ ...link, state: "planned", plan: Buffer.from("rules") })],
  ])("is answered with 503 and never with a URL, and the feed goes on: it %s", async (what, record) => {
    const code = what.replaceAll(/\W/g, "-").slice(0, 40);
    await test.publish(code, record());
    for (const path of [`/${code}`, `/%${code.charCodeAt(0).toString(16)}${code.slice(1)}`]) {
      await expect.poll(async () => (await visit(test, path)).status).toBe(503);
      const answer = await visit(test, path);
      expect(answer.headers).toMatchObject({ "retry-after": "30", "cache-control": "no-store" });
      expect(answer.headers).not.toHaveProperty("location");
      expect(answer.body).not.toContain("example.com");
    }
    expect(await metricsOf(test)).toMatch(
      /hoplog_redirector_answers_total\{result="unreadable",service="redirector"\} [1-9]/,
    );
    await test.publish(code, link);
    await expect.poll(async () => (await visit(test, `/${code}`)).status).toBe(302);
  });

  it("is counted", async () => {
    await test.publish("counted", damaged());
    await expect.poll(async () => (await visit(test, "/counted")).status).toBe(503);
    expect(await metricsOf(test)).toMatch(/hoplog_redirector_unreadable_records_total\{service="redirector"\} [1-9]/);
  });
});

describe("operations", () => {
  it("shows everybody whether it is healthy, and no more", async () => {
    const health = await visit(test, "/healthz");
    expect(health.status).toBe(200);
    expect(JSON.parse(health.body)).toEqual({ status: "ok", works: { redirects: true } });
  });

  it("serves its metrics and the state of its parts on a port of their own", async () => {
    expect(await healthOf(test)).toEqual({
      healthy: true,
      parts: { listeners: "ok", spool: "ok", feed: "ok", shipper: "ok", disk: expect.any(String) },
    });
    expect(await metricsOf(test)).toMatch(
      /hoplog_redirector_answers_total\{result="redirect",service="redirector"\} \d+/,
    );
  });

  it.each([{}, { host: "10.0.0.7" }, { host: "localhost" }, { host: "127.0.0.1:3001" }, { host: "evil.example" }])(
    "knows no metrics on the port of short links, whatever the request says (%j)",
    async (headers) => {
      const sameId = { ...headers, "x-request-id": "the-same-for-all" };
      const unknown = await visit(test, "/none", { headers: sameId });
      for (const path of ["/metrics", "/metrics/", "/metrics?x", "/%6detrics"]) {
        expect(await visit(test, path, { headers: sameId })).toMatchObject({ status: 404, body: unknown.body });
      }
    },
  );
});
