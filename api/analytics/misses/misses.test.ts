import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { insertMisses, type TestMiss } from "../../testing/clicks.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let stranger: TestUser;
let host: string;
let domain: number;
let linkId: string;
const day = (i: number) => new Date(Date.UTC(2026, 2, 1, 5) + i * 7 * 3_600_000).toISOString();
let missed: TestMiss[];

async function createDomain(owner: TestUser, name: string): Promise<number> {
  await call(api, "POST", "/api/domains", { user: owner, body: { name } });
  const { rows } = await api.services.reads.query<{ number: number }>(
    sql`UPDATE domain SET state = 'verified' WHERE name = ${name} RETURNING number`,
  );
  return rows[0]?.number ?? -1;
}

beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  host = "go.misses.example";
  domain = await createDomain(user, host);
  linkId = (await makeLink(api, user, { shortUrl: "ended" })).id;
  stranger = await signUp(api);
  const theirs = await createDomain(stranger, "go.stranger.example");
  missed = Array.from({ length: 60 }, (_, i): TestMiss => ({
    at: day(i),
    code: ["docz", "sale", ""][i % 3] ?? "",
    reason: ["unknown", "unknown", "base URL"][i % 3] ?? "",
    domain,
    host,
    referrer: i % 4 === 0 ? "" : `site${i % 5}.example`,
    country: i % 2 === 0 ? "DE" : "FR",
    isBot: i % 5 === 1,
  })).concat(
    Array.from({ length: 12 }, (_, i) => ({ at: day(i), code: "ended", reason: "expired", ownerId: user.id, linkId })),
  );
  await insertMisses(api, missed);
  const others = [{ domain: theirs }, { domain: 0 }, { domain: 0, reason: "unknown host", host: "nowhere.example" }];
  await insertMisses(
    api,
    others.map((other) => ({ at: day(1), code: "others", ...other })),
  );
});
afterAll(() => api.close());

const counted = (test: (miss: TestMiss) => boolean) => missed.filter(test).length;

const answer = z.object({
  misses: z.object({
    figures: z.object({
      visits: z.number(),
      people: z.number(),
      bots: z.number(),
      reasons: z.array(z.object({ reason: z.string(), people: z.number(), bots: z.number() })),
    }),
    chart: z.array(z.object({ at: z.string(), visits: z.number() })),
    codes: z.object({
      rows: z.array(
        z.object({
          code: z.string(),
          domain: z.string().nullable(),
          host: z.string(),
          reason: z.string(),
          visits: z.number(),
          lastAt: z.string(),
          canCreate: z.boolean(),
          link: z.object({ id: z.string() }).nullable(),
          nearest: z.array(z.object({ shortUrl: z.string() })),
        }),
      ),
      distinct: z.number(),
    }),
    top: z.object({ rows: z.array(z.object({ value: z.string(), visits: z.number() })), distinct: z.number() }),
  }),
});

const query = `query ($range: Range, $tz: String!, $bots: Boolean!, $filter: MissFilter, $interval: ChartInterval!, $field: MissField!) {
  misses(range: $range, tz: $tz, bots: $bots, filter: $filter) {
    figures { visits people bots reasons { reason people bots } }
    chart(interval: $interval) { at visits }
    codes { rows { code domain host reason visits lastAt canCreate link { id } nearest { shortUrl } } distinct }
    top(field: $field) { rows { value visits } distinct }
  }
}`;

const march = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };

async function ask(asked: Record<string, unknown> = {}, as = user) {
  const variables = {
    range: march,
    tz: "UTC",
    bots: false,
    filter: null,
    interval: "day",
    field: "referrer",
    ...asked,
  };
  const { body } = await graphql(api, query, variables, as);
  expect(body["errors"]).toBeUndefined();
  return answer.parse(body["data"]).misses;
}

describe("visits that led nowhere", () => {
  it.each([false, true])("are counted by reason, day, code and referrer; with bots: %s", async (bots) => {
    const counts = (miss: TestMiss) => bots || miss.isBot !== true;
    const { figures, chart, codes, top } = await ask({ bots });
    const of = (reason: string) => ({
      people: counted((miss) => miss.reason === reason && miss.isBot !== true),
      bots: counted((miss) => miss.reason === reason && miss.isBot === true),
    });
    expect(figures).toEqual({
      visits: counted(counts),
      people: counted(({ isBot }) => isBot !== true),
      bots: counted(({ isBot }) => isBot === true),
      reasons: [
        { reason: "unknown", ...of("unknown") },
        { reason: "baseUrl", ...of("base URL") },
        { reason: "expired", ...of("expired") },
      ],
    });
    expect(chart).toHaveLength(31);
    for (const { at, visits } of chart) expect(visits).toBe(counted((miss) => counts(miss) && miss.at.startsWith(at)));
    expect(codes.distinct).toBe(4);
    for (const row of codes.rows) expect(row.visits).toBe(counted((miss) => counts(miss) && miss.code === row.code));
    for (const { value, visits } of top.rows)
      expect(visits).toBe(counted((miss) => counts(miss) && (miss.referrer ?? "") === value));
    expect(top.rows.reduce((sum, { visits }) => sum + visits, 0)).toBe(figures.visits);
  });

  it("are narrowed by exact values, by a range, and counted in a time zone", async () => {
    const filter = { reason: "unknown", code: "docz", referrer: "site2.example", host, country: "DE" };
    const { figures } = await ask({ filter });
    const fits = (miss: TestMiss) =>
      miss.code === "docz" && miss.referrer === "site2.example" && miss.country === "DE" && miss.isBot !== true;
    expect(figures.visits).toBe(counted(fits));
    expect(figures.visits).toBeGreaterThan(0);
    const range = { from: day(3), to: day(9) };
    expect((await ask({ range, bots: true })).figures.visits).toBe(counted(({ at }) => at >= day(3) && at < day(9)));
    const { chart } = await ask({ tz: "Asia/Kathmandu", interval: "hour", range: { from: day(0), to: day(1) } });
    expect(chart.filter(({ visits }) => visits > 0)).toEqual([{ at: "2026-03-01T04:15:00Z", visits: 2 }]);
  });

  it("name the link that was asked for, what could be made, and what was meant", async () => {
    await makeLink(api, user, { shortUrl: "docs", domain: host });
    await makeLink(api, user, { shortUrl: "docz" });
    await makeLink(api, stranger, { shortUrl: "sales" });
    const rowOf = async (code: string) => (await ask()).codes.rows.find((row) => row.code === code);
    expect(await rowOf("ended")).toMatchObject({
      reason: "expired",
      link: { id: linkId },
      canCreate: false,
      nearest: [],
    });
    expect(await rowOf("docz")).toMatchObject({
      reason: "unknown",
      domain: host,
      host,
      link: null,
      canCreate: true,
      nearest: [{ shortUrl: "docs" }],
    });
    expect(await rowOf("sale")).toMatchObject({ link: null, canCreate: true, nearest: [] });
    expect(await rowOf("")).toMatchObject({ reason: "baseUrl", link: null, canCreate: false });
    const made = await makeLink(api, user, { shortUrl: "sale", domain: host });
    expect(await rowOf("sale")).toMatchObject({ link: { id: made.id }, canCreate: false, nearest: [] });
  });

  it("are seen by their owner alone, and those of nobody by none of several accounts", async () => {
    const { figures, codes } = await ask({}, stranger);
    expect(figures).toMatchObject({ visits: 1, reasons: [{ reason: "unknown", people: 1, bots: 0 }] });
    expect(codes.rows).toMatchObject([{ code: "others", domain: "go.stranger.example" }]);
    const { figures: theirs } = await ask({ filter: { host } }, stranger);
    expect(theirs.visits).toBe(0);
    expect((await ask({ filter: { host: "nowhere.example" }, bots: true })).figures.visits).toBe(0);
  });

  it("stay whose they are when the domain is removed", async () => {
    const before = (await ask({}, stranger)).figures;
    const { body } = await call(api, "GET", "/api/domains", { user: stranger });
    const [{ _id }] = z.object({ data: z.tuple([z.object({ _id: z.string() })]) }).parse(body).data;
    expect((await call(api, "DELETE", `/api/domains/${_id}`, { user: stranger })).status).toBe(200);
    expect((await ask({}, stranger)).figures).toEqual(before);
    expect((await ask({}, stranger)).codes.rows).toMatchObject([{ code: "others", canCreate: false }]);
  });

  it("are refused where the question is no good, by the field's name", async () => {
    const refused = (field: string) => ({ status: 422, body: { error: { details: { fields: [{ field }] } } } });
    const get = (query: string) => call(api, "GET", query, { user });
    expect(await get("/api/misses?reason=nonsense")).toMatchObject(refused("reason"));
    expect(await get(`/api/misses?code=${"x".repeat(1025)}`)).toMatchObject(refused("code"));
    expect(await get("/api/misses?interval=hour&startDate=1990-01-01")).toMatchObject(refused("interval"));
    expect(await get("/api/misses/codes?limit=21")).toMatchObject(refused("limit"));
    expect(await get("/api/misses/top")).toMatchObject(refused("field"));
    const variables = { range: null, tz: "UTC", bots: false, interval: "day", field: "host" };
    const { body } = await graphql(api, query, { ...variables, filter: { host: "x".repeat(1025) } }, user);
    expect(JSON.stringify(body)).toContain('"field":"filter.host"');
  });
});

it("the only account sees also what is nobody's, until there is another one", async () => {
  const alone = await openTestApi();
  const first = await signUp(alone);
  const at = new Date().toISOString();
  await insertMisses(alone, [
    { at, code: "typo" },
    { at, code: "", reason: "unknown host", host: "nowhere.example" },
    { at, code: "", reason: "base URL" },
    { at, code: "x", domain: 77 },
  ]);
  await makeLink(alone, first, { shortUrl: "typos" });
  const ask = async () => {
    const { body } = await call(alone, "GET", "/api/misses/codes?bots=true", { user: first });
    return z
      .object({
        data: z.object({
          rows: z.array(
            z.object({
              code: z.string(),
              host: z.string(),
              reason: z.string(),
              canCreate: z.boolean(),
              nearest: z.array(z.object({ code: z.string() })),
            }),
          ),
        }),
      })
      .parse(body).data.rows;
  };
  expect((await ask()).toSorted((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
    { reason: "baseUrl" },
    { reason: "unknown", code: "typo", canCreate: true, nearest: [{ code: "typos" }] },
    { reason: "unknownHost", host: "nowhere.example" },
  ]);
  await signUp(alone);
  expect(await ask()).toEqual([]);
  await alone.close();
});
