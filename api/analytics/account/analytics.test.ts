import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { insertClicks, type TestClick } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let groupId: string;
let links: string[];
let clicks: TestClick[];

const domain = "go.analytics.example";

beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  const group = await call(api, "POST", "/api/groups", { user, body: { name: "Spring" } });
  groupId = z.object({ data: z.object({ _id: z.string() }) }).parse(group.body).data._id;
  await call(api, "POST", "/api/domains", { user, body: { name: domain } });
  links = [
    (await makeLink(api, user, { name: "First", groupId, tags: ["Spring", "Press"] })).id,
    (await makeLink(api, user, { name: "Second", domain })).id,
    (await makeLink(api, user, { name: "Third" })).id,
  ];
  clicks = Array.from({ length: 240 }, (_, i): TestClick => ({
    ownerId: user.id,
    linkId: links[[0, 1, 2, 0, 1, 0][i % 6] ?? 0] ?? "",
    at: new Date(Date.UTC(2026, 2, 1, 0, 5) + i * 50 * 60_000).toISOString(),
    visitor: i % 70,
    country: ["DE", "NP", "FR", ""][i % 4] ?? "",
    city: `City ${i % 7}`,
    browser: ["Chrome", "Firefox"][i % 2] ?? "",
    device: i % 5 === 0 ? "mobile" : "desktop",
    languages: ["de,en", "fr", "en", ""][i % 4] ?? "",
    referrer: i % 3 === 0 ? "" : `site${i % 11}.example.com`,
    isBot: i % 6 === 1,
  }));
  await insertClicks(api, clicks);
  const stranger = await signUp(api);
  const other = await makeLink(api, stranger);
  const theirs = clicks.slice(0, 1).map((click) => ({ ...click, ownerId: stranger.id, linkId: other.id }));
  await insertClicks(api, theirs);
});

const answer = z.object({
  analytics: z.object({
    figures: z.object({ clicks: z.number(), people: z.number(), bots: z.number(), uniqueVisitors: z.number() }),
    chart: z.array(z.object({ at: z.string(), clicks: z.number() })),
    tops: z.array(
      z.object({
        field: z.string(),
        rows: z.array(z.object({ value: z.string(), clicks: z.number() })),
        distinct: z.number(),
      }),
    ),
    topLinks: z.object({ rows: z.array(z.object({ link: z.object({ id: z.string() }), clicks: z.number() })) }),
  }),
});

interface Asked {
  readonly filters?: readonly ClickFilter[];
  readonly range?: { readonly from?: string; readonly to?: string } | null;
  readonly bots?: boolean;
  readonly tz?: string;
  readonly interval?: string;
  readonly fields?: readonly string[];
}

const query = `query ($range: Range, $tz: String!, $bots: Boolean!, $filters: [ClickFilter!]!, $interval: ChartInterval!, $fields: [ClickDimension!]!) {
  analytics(range: $range, tz: $tz, bots: $bots, filters: $filters) {
    figures { clicks people bots uniqueVisitors }
    chart(interval: $interval) { at clicks }
    tops(fields: $fields) { field rows { value clicks } distinct }
    topLinks { rows { link { id } clicks } }
  }
}`;

const defaults = { range: null, filters: [], bots: false, tz: "UTC", interval: "month" };

async function ask(asked: Asked) {
  const fields = ["language", "arm", "country"];
  return (await graphql(api, query, { ...defaults, fields, ...asked }, user)).body;
}

async function figures(asked: Asked) {
  const body = await ask(asked);
  return answer.parse(body["data"]).analytics;
}

type Wanted = (click: TestClick) => boolean;

/** Computes the same figures from the list of clicks. */
function expected(wanted: Wanted, bots: boolean) {
  const found = clicks.filter(wanted);
  const counted = found.filter((click) => bots || !click.isBot);
  const by = (valuesOf: (click: TestClick) => readonly string[]) => {
    const sums = new Map<string, number>();
    for (const value of counted.flatMap(valuesOf)) sums.set(value, (sums.get(value) ?? 0) + 1);
    return Array.from(sums, ([value, count]) => ({ value, clicks: count })).toSorted(
      (a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1),
    );
  };
  const people = found.filter((click) => !click.isBot).length;
  const listOf = (field: string, valuesOf: (click: TestClick) => readonly string[]) => {
    const rows = by(valuesOf);
    return { field, rows, distinct: rows.filter(({ value }) => value !== "").length };
  };
  return {
    figures: {
      clicks: counted.length,
      people,
      bots: found.length - people,
      uniqueVisitors: new Set(counted.map((click) => `${click.at.slice(0, 10)} ${click.visitor}`)).size,
    },
    tops: [
      listOf("country", (click) => [click.country ?? ""]),
      listOf("language", (click) => (click.languages ?? "").split(",")),
      listOf("arm", () => ["0"]),
    ],
    topLinks: {
      rows: by((click) => [click.linkId]).map(({ value, clicks: count }) => ({ link: { id: value }, clicks: count })),
    },
  };
}

const quarters = { from: "2026-03-02T05:45:00.000Z", to: "2026-03-06T18:15:00.000Z" };
const odd = { from: "2026-03-02T05:45:10.000Z", to: "2026-03-06T18:15:20.000Z" };
const within =
  ({ from, to }: typeof quarters): Wanted =>
  ({ at }) =>
    at >= from && at < to;

describe("figures of an account", () => {
  const first: () => ClickFilter = () => ({ field: "link", op: "is", values: [links[0] ?? ""] });
  const cases: readonly [string, () => Asked, Wanted][] = [
    ["of all time", () => ({}), () => true],
    ["of a range of quarters of an hour", () => ({ range: quarters }), within(quarters)],
    ["of any range", () => ({ range: odd }), within(odd)],
    ["of a link", () => ({ filters: [first()], range: quarters }), (c) => c.linkId === links[0] && within(quarters)(c)],
    ["of the other links", () => ({ filters: [{ ...first(), op: "isNot" }] }), ({ linkId }) => linkId !== links[0]],
    [
      "of two countries",
      () => ({ filters: [{ field: "country", op: "is", values: ["DE", "NP"] }], range: quarters }),
      (c) => ["DE", "NP"].includes(c.country ?? "") && within(quarters)(c),
    ],
    [
      "of a link without a country",
      () => ({ filters: [first(), { field: "country", op: "isNot", values: ["DE"] }] }),
      (c) => c.linkId === links[0] && c.country !== "DE",
    ],
    ["of nothing", () => ({ filters: [{ field: "city", op: "is", values: ["Atlantis"] }] }), () => false],
  ];

  it.each(cases)("%s are those of its clicks", async (_, asked, wanted) => {
    for (const bots of [false, true]) {
      const { chart, ...rest } = await figures({ ...asked(), bots });
      expect(rest).toEqual(expected(wanted, bots));
      expect(chart.reduce((sum, point) => sum + point.clicks, 0)).toBe(rest.figures.clicks);
    }
  });

  it("can be narrowed to groups, tags and domains, as soon as links are copied", async () => {
    const of = async (filter: ClickFilter) => (await figures({ filters: [filter], bots: true })).figures.clicks;
    const group = { field: "group", op: "is", values: [groupId] } as const;
    const own = { field: "domain", op: "is", values: [domain] } as const;
    const count = (wanted: Wanted) => clicks.filter(wanted).length;
    await expect.poll(() => of(group)).toBe(count(({ linkId }) => linkId === links[0]));
    await expect.poll(() => of(own)).toBe(count(({ linkId }) => linkId === links[1]));
    await expect.poll(() => of({ ...own, values: [""] })).toBe(count(({ linkId }) => linkId !== links[1]));
    expect(await of({ ...group, op: "isNot" })).toBe(count(({ linkId }) => linkId !== links[0]));
    expect(await of({ ...group, values: [""] })).toBe(count(({ linkId }) => linkId !== links[0]));
    const { body } = await call(api, "GET", "/api/tags", { user });
    const tags = z
      .object({ data: z.array(z.object({ _id: z.string() })) })
      .parse(body)
      .data.map(({ _id }) => _id);
    const tag = { field: "tag", op: "is", values: tags } as const;
    expect(await of(tag)).toBe(count(({ linkId }) => linkId === links[0]));
    expect(await of({ ...tag, op: "isNot" })).toBe(count(({ linkId }) => linkId !== links[0]));
    expect(await of({ ...tag, values: [""] })).toBe(count(({ linkId }) => linkId !== links[0]));
    expect(await of({ ...tag, op: "isNot", values: [""] })).toBe(count(({ linkId }) => linkId === links[0]));
    const both = await figures({ filters: [group, { field: "country", op: "is", values: ["DE"] }], bots: true });
    expect(both.figures.clicks).toBe(count(({ linkId, country }) => linkId === links[0] && country === "DE"));
  });

  it("are charted by hour, day, week and month of a time zone, without gaps", async () => {
    const chart = async (asked: Asked) => (await figures({ bots: true, ...asked })).chart;
    const range = { from: "2026-02-27T18:15:00.000Z", to: "2026-03-31T18:15:00.000Z" };
    const tz = "Asia/Kathmandu";
    const days = await chart({ range, tz, interval: "day" });
    expect(days).toHaveLength(32);
    expect(days.slice(0, 3).map(({ at }) => at)).toEqual(["2026-02-28", "2026-03-01", "2026-03-02"]);
    const counted = (wanted: Wanted) => clicks.filter(wanted).length;
    expect(days[1]?.clicks).toBe(counted(({ at }) => at < "2026-03-01T18:15:00.000Z"));
    const hours = await chart({ range, tz, interval: "hour" });
    expect(hours).toHaveLength(32 * 24);
    expect(hours[0]?.at).toBe("2026-02-27T18:15:00Z");
    expect(hours.find((point) => point.clicks > 0)).toEqual({ at: "2026-02-28T23:15:00Z", clicks: 1 });
    const weeks = await chart({ range, tz, interval: "week" });
    expect(weeks.map(({ at }) => at)).toEqual([
      "2026-02-23",
      "2026-03-02",
      "2026-03-09",
      "2026-03-16",
      "2026-03-23",
      "2026-03-30",
    ]);
    expect(await chart({ range, tz, interval: "month" })).toEqual([
      { at: "2026-02-01", clicks: 0 },
      { at: "2026-03-01", clicks: clicks.length },
    ]);
    const raw = await chart({ range: { ...range, from: "2026-02-27T18:15:00.001Z" }, tz, interval: "hour" });
    expect(raw).toEqual(hours);
  });
});

describe("bad questions", () => {
  it.each<[string, Asked, string]>([
    ["too many points", { range: { from: "2000-01-01T00:00:00.000Z" }, interval: "hour" }, "VALIDATION_ERROR"],
    ["a range that ends first", { range: { from: odd.to, to: odd.from } }, "VALIDATION_ERROR"],
    ["an unknown time zone", { tz: "Mars/Base" }, "VALIDATION_ERROR"],
    ["a filter without values", { filters: [{ field: "city", op: "is", values: [] }] }, "VALIDATION_ERROR"],
    ["no field of a list", { fields: [] }, "VALIDATION_ERROR"],
    ["an id that is none", { filters: [{ field: "link", op: "is", values: ["1 OR 1=1"] }] }, "VALIDATION_ERROR"],
  ])("%s are refused", async (_, asked, type) => {
    expect(await ask(asked)).toMatchObject({ errors: [{ extensions: { type } }] });
  });

  it("are refused over REST", async () => {
    for (const address of [
      "/api/analytics?filter=planet:is:Mars",
      "/api/analytics?interval=minute",
      "/api/analytics/top",
      "/api/analytics/top?field=visitor",
      "/api/analytics/top?field=country&limit=101",
      `/api/analytics?${Array.from({ length: 1001 }, (_, i) => `filter=city:is:${i}`).join("&")}`,
    ]) {
      const { status, body } = await call(api, "GET", address, { user });
      expect([address.slice(0, 60), status, body]).toMatchObject([
        address.slice(0, 60),
        422,
        { error: { type: "VALIDATION_ERROR" } },
      ]);
    }
    expect((await call(api, "GET", "/api/analytics")).status).toBe(401);
  });
});

describe("over REST", () => {
  it("another account sees its own alone", async () => {
    const stranger = await signUp(api);
    const { body } = await call(api, "GET", `/api/analytics?bots=true&filter=link:is:${links[0]}`, { user: stranger });
    expect(body).toMatchObject({ data: { figures: { clicks: 0 }, chart: [] } });
    const group = await call(api, "GET", `/api/analytics/top?field=country&filter=group:is:${groupId}`, {
      user: stranger,
    });
    expect(group.body).toMatchObject({ data: { rows: [], distinct: 0 } });
  });
});
