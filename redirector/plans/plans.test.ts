import { encodePlan, type LinkPlan } from "@hoplog/schema/links/options/plan.js";
import type { LinkRecord } from "@hoplog/schema/topics/links/record.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  link,
  metricsOf,
  openTestRedirector,
  type TestRedirector,
  toHttpServer,
  visit,
} from "../testing/testRedirector.ts";

const vienna = "89.144.192.1";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
let test: TestRedirector;

function planned(options: LinkPlan, url = link.url): LinkRecord {
  return { ...link, url, state: "planned", plan: encodePlan(options) ?? new Uint8Array() };
}

async function publish(code: string, record: LinkRecord, status: number): Promise<void> {
  await test.publish(code, record);
  await vi.waitFor(async () => expect((await visit(test, `/${code}`)).status).toBe(status), 60_000);
}

const ways = [
  ["the listener", {}],
  ["the HTTP server", toHttpServer],
] as const;

beforeAll(async () => {
  test = await openTestRedirector({ TRUSTED_PROXIES: "127.0.0.1", PUBLIC_URL: "https://app.example" });
});
afterAll(() => test.close());

describe.each(ways)("by %s, a link with options", (way, headers) => {
  const name = (code: string): string => `${code}-${way === ways[0][0] ? "a" : "b"}`;
  const get = (path: string, more: Record<string, string> = {}) =>
    visit(test, path, { headers: { ...headers, ...more } });

  it("redirects with its own status, never kept by caches", async () => {
    await publish(name("status"), planned({ redirectStatus: 308 }), 308);
    expect(await get(`/${name("status")}`)).toMatchObject({
      status: 308,
      body: "",
      headers: { location: link.url, "cache-control": "no-store", "content-length": "0" },
    });
  });

  it.each([307, 308] as const)(
    "leads a POST and a PUT on with status %d, and with no other",
    async (redirectStatus) => {
      const code = name(`method-${redirectStatus}`);
      await publish(code, planned({ redirectStatus, forwardQuery: true }, "https://example.com/p"), redirectStatus);
      await publish(`${code}-301`, planned({ redirectStatus: 301 }), 301);
      const userAgent = `sender ${code}`;
      for (const method of ["POST", "PUT"]) {
        const sent = { method, headers: { ...headers, "user-agent": userAgent }, body: "x".repeat(100_000) };
        expect(await visit(test, `/${code}?a=1`, sent)).toMatchObject({
          status: redirectStatus,
          headers: { location: "https://example.com/p?a=1", "cache-control": "no-store" },
        });
        expect(await visit(test, `/${code}-301`, sent)).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
      }
      expect((await visit(test, `/${code}`, { method: "PATCH", headers })).status).toBe(405);
      await expect.poll(() => test.clicks.filter((click) => click.userAgent === userAgent)).toHaveLength(2);
    },
  );

  it("takes query and path along only where its owner wants it", async () => {
    await publish(name("bare"), planned({ redirectStatus: 307 }), 307);
    expect((await get(`/${name("bare")}?a=9`)).headers.location).toBe(link.url);
    expect((await get(`/${name("bare")}/x`)).status).toBe(404);
    await publish(
      name("along"),
      planned({ forwardQuery: true, appendPath: true }, "https://example.com/p?a=1&b=2#h"),
      302,
    );
    const answer = await get(`/${name("along")}/x/y.html?a=9&c%5B%5D=%20`);
    expect(answer.headers.location).toBe("https://example.com/p/x/y.html?b=2&a=9&c%5B%5D=%20#h");
    expect((await get(`/${name("along")}/`)).headers.location).toBe("https://example.com/p?a=1&b=2#h");
  });

  it("keeps the destination's own parameters where its owner wants it, and QR codes' marks to itself", async () => {
    const mine = { forwardQuery: true, forwardQueryMode: "keepMine" } as const;
    await publish(name("mine"), planned(mine, "https://example.com/p?a=1&qr=own"), 302);
    expect((await get(`/${name("mine")}?a=9&qr&hop-qr&b=2`)).headers.location).toBe(
      "https://example.com/p?a=1&qr=own&b=2",
    );
    await publish(name("printed"), planned({ forwardQuery: true }, "https://example.com/p?qr=own"), 302);
    expect((await get(`/${name("printed")}?qr`)).headers.location).toBe("https://example.com/p?qr=own");
    expect((await get(`/${name("printed")}?hop-qr`)).headers.location).toBe("https://example.com/p?qr=own");
  });

  it("leads nowhere before its time and after it", async () => {
    await test.publish(name("later"), planned({ notBefore: "2126-01-01T00:00:00.000Z" }));
    await expect.poll(async () => (await get(`/${name("later")}`)).body).toContain("Link not active yet");
    expect((await get(`/${name("later")}`)).status).toBe(404);
    await publish(name("over"), planned({ expiresAt: "2026-01-01T00:00:00.000Z" }), 410);
    expect((await get(`/${name("over")}`)).body).toContain("Link expired");
    const expiredUrl = "https://example.com/over";
    await publish(name("on"), planned({ expiresAt: "2026-01-01T00:00:00.000Z", expiredUrl }), 302);
    expect((await get(`/${name("on")}`)).headers.location).toBe(expiredUrl);
    await expect
      .poll(() => test.misses.filter(({ code }) => [name("later"), name("over"), name("on")].includes(code)))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ code: name("later"), reason: "not yet" }),
          expect.objectContaining({ code: name("over"), reason: "expired" }),
          expect.objectContaining({ code: name("on"), reason: "expired" }),
        ]),
      );
  });

  it("sends visitors by rules, and records which", async () => {
    const options: LinkPlan = {
      rules: [
        {
          number: 3,
          name: "",
          when: { field: "query", op: "exists", name: "stop", values: [] },
          then: { blocked: true },
        },
        {
          number: 5,
          name: "phones in Austria",
          when: {
            all: [
              { field: "country", op: "in", values: ["AT"] },
              { field: "device", op: "in", values: ["mobile"] },
            ],
          },
          then: { url: "https://example.at/" },
        },
      ],
    };
    await publish(name("ruled"), planned(options), 302);
    const austrian = { "user-agent": `${phone} ${name("ruled")}`, "x-forwarded-for": vienna };
    expect((await get(`/${name("ruled")}`, austrian)).headers.location).toBe("https://example.at/");
    expect((await get(`/${name("ruled")}`, { ...austrian, "x-forwarded-for": "8.8.8.8" })).headers.location).toBe(
      link.url,
    );
    const blocked = await get(`/${name("ruled")}?stop`, austrian);
    expect(blocked).toMatchObject({ status: 403, body: expect.stringContaining("not available here") });
    await expect
      .poll(() =>
        test.clicks
          .filter(({ userAgent }) => userAgent.endsWith(name("ruled")))
          .map(({ rule }) => rule)
          .toSorted(),
      )
      .toEqual([0, 5]);
    await expect
      .poll(() => test.misses.filter(({ code }) => code === name("ruled")).map(({ reason }) => reason))
      .toContain("blocked");
  });

  it("keeps a visitor with the arm that they were given", async () => {
    const arms = [1, 2].map((number) => ({ number, name: "", url: `https://example.com/${number}`, weight: 1 }));
    await publish(name("split"), planned({ split: { arms, sticky: true } }), 302);
    for (let i = 0; i < 20; i++) {
      const first = await get(`/${name("split")}`);
      const [cookie = ""] = first.headers["set-cookie"] ?? [];
      expect(cookie).toMatch(
        new RegExp(`^hoplog_arm=[12]; Path=/${name("split")}; Max-Age=7776000; HttpOnly; SameSite=Lax$`),
      );
      const again = await get(`/${name("split")}`, { cookie: `other=1; ${cookie.split(";")[0]}` });
      expect(again.headers.location).toBe(first.headers.location);
      expect(again.headers["set-cookie"]).toBeUndefined();
    }
    expect((await get(`/${name("split")}`, { cookie: "hoplog_arm=https://evil.example" })).headers.location).toMatch(
      /^https:\/\/example\.com\/[12]$/,
    );
    await publish(name("loose"), planned({ split: { arms, sticky: false } }), 302);
    expect((await get(`/${name("loose")}`)).headers["set-cookie"]).toBeUndefined();
  });

  it("shows crawlers its preview, with nothing of the owner's taken for markup", async () => {
    const preview = {
      title: `"><script>alert(1)</script>`,
      description: "Ein <b>Text</b>",
      imageUrl: "https://e.com/i.png?a=1&b=2",
    };
    await publish(name("seen"), planned({ preview }), 302);
    const page = await get(`/${name("seen")}`, {
      "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    });
    expect(page.status).toBe(200);
    expect(page.body).toContain(`<meta property="og:title" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">`);
    expect(page.body).toContain(`content="https://e.com/i.png?a=1&amp;b=2"`);
    expect(page.body).toContain(`<meta name="robots" content="noindex">`);
    expect(page.body).not.toContain("<script>");
    expect(page.body).not.toContain(link.url);
    expect((await get(`/${name("seen")}`, { "user-agent": phone })).headers.location).toBe(link.url);
  });

  it("warns everybody instead of leading to a listed URL, whatever else it has", async () => {
    const expiredUrl = "https://bad.example/over";
    const preview = { title: "Harmless" };
    const when = { expiresAt: "2026-01-01T00:00:00.000Z", expiredUrl, hideDestination: true } as const;
    for (const [code, options] of [
      [name("listed"), { preview, forwardQuery: true }],
      [name("listed-over"), when],
    ] as const) {
      await publish(code, planned({ ...options, isListed: true }, "https://bad.example/"), 403);
      for (const path of [`/${code}`, `/${code}?a=1`, `/${code}+`]) {
        for (const agent of [phone, "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"]) {
          const page = await get(path, { "user-agent": agent });
          expect(page).toMatchObject({ status: 403, headers: { "cache-control": "no-store" } });
          expect(page.headers.location).toBeUndefined();
          expect(page.body).toContain("This link may be harmful");
          expect(page.body).not.toMatch(/bad\.example|Harmless/);
        }
      }
      await expect
        .poll(() => test.misses.filter((miss) => miss.code === code).map(({ reason }) => reason))
        .toContain("listed");
    }
  });

  it("is not gone past by a version that can't read its plan", async () => {
    const plan = Buffer.concat([Buffer.from([1]), Buffer.from(JSON.stringify({ password: true }))]);
    await publish(name("newer"), { ...link, state: "planned", plan }, 503);
    expect((await get(`/${name("newer")}`)).headers["retry-after"]).toBe("30");
    await publish(name("torn"), { ...link, state: "planned", plan: Buffer.from([2, 0x7b]) }, 503);
    expect((await get(`/${name("torn")}/x`)).status).toBe(503);
  });
});

describe("a plus behind a code", () => {
  it("shows where the link leads, and counts nothing", async () => {
    const shown = async () =>
      Number(/result="destinationShown",service="redirector"} (\d+)/.exec(await metricsOf(test))?.[1] ?? 0);
    const before = await shown();
    await publish("plain", link, 302);
    const page = await visit(test, "/plain+", { headers: { "user-agent": "looks first" } });
    expect(page.status).toBe(200);
    expect(page.body).toContain(`<a href="${link.url}" rel="nofollow noreferrer">`);
    expect((await visit(test, "/plain%2B")).status).toBe(200);
    expect((await visit(test, "/nowhere+")).status).toBe(404);
    await expect.poll(shown).toBe(before + 2);
    expect(test.clicks.filter(({ userAgent }) => userAgent === "looks first")).toEqual([]);
  });

  it("says that rules may lead elsewhere, and nothing where the owner doesn't want it", async () => {
    const split = {
      arms: [1, 2].map((number) => ({ number, name: "", url: "https://example.com/arm", weight: 1 })),
      sticky: false,
    };
    await publish("divided", planned({ split }), 302);
    expect((await visit(test, "/divided+")).body).toContain("may redirect you elsewhere");
    await publish("hidden", planned({ hideDestination: true }), 302);
    expect(await visit(test, "/hidden+")).toMatchObject({ status: 404 });
    await publish("gone-by", planned({ expiresAt: "2026-01-01T00:00:00.000Z" }), 410);
    expect((await visit(test, "/gone-by+")).status).toBe(410);
    await publish("off-now", { ...link, state: "inactive" }, 410);
    expect((await visit(test, "/off-now+")).body).not.toContain(link.url);
  });
});

it("a link that Postgres alone knows goes by its plan at once, with a path behind it too", async () => {
  const plan = encodePlan({ appendPath: true, redirectStatus: 301 });
  await test.database.query(
    "INSERT INTO link_target VALUES (0, 'fresh-1', $1, $2, 1, 'https://example.com/', 'planned', $3)",
    [link.linkId, link.ownerId, plan],
  );
  expect(await visit(test, "/fresh-1/a")).toMatchObject({
    status: 301,
    headers: { location: "https://example.com/a" },
  });
  expect((await visit(test, "/unknown-1/a")).status).toBe(404);
  expect((await visit(test, "/healthz/a")).status).toBe(404);
});
