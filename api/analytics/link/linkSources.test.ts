import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { insertClicks, type TestClick } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { linkStats } from "./linkStats.ts";
import { storeTopLists } from "./topLists/storeTopLists.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

/** The host of the test API's short links. */
const own = "localhost";
const facebook = ["m.facebook.com", "l.facebook.com", "lm.facebook.com"];
/** Each referrer with its number of clicks. The Facebook referrers are below the top of the list. */
const clicked: readonly (readonly [referrer: string, clicks: number])[] = [
  ["", 9],
  ...["a", "b", "c", "d", "e", "f", "g"].map((name) => [`${name}.example`, 4] as const),
  ...facebook.map((host) => [host, 3] as const),
  ["google.de", 3],
  ["com.google.android.googlequicksearchbox", 2],
  [own, 8],
];

async function clickedLink(day: string): Promise<string> {
  const { id } = await makeLink(api, user);
  const referrers = clicked.flatMap(([referrer, clicks]) => Array.from({ length: clicks }, () => referrer));
  const clicks = referrers.map((referrer, i): TestClick => ({
    ownerId: user.id,
    linkId: id,
    at: `${day}T10:${String(i % 60).padStart(2, "0")}:00.000Z`,
    referrer,
    country: referrer === "google.de" ? "DE" : "FR",
  }));
  await insertClicks(api, clicks);
  return id;
}

const sources = [
  { value: "Facebook", clicks: 9 },
  { value: own, clicks: 8 },
  { value: "Google", clicks: 5 },
  { value: "a.example", clicks: 4 },
  { value: "b.example", clicks: 4 },
];

it("a link's referrers are grouped by source, with own short links marked, and still listed one by one", async () => {
  const id = await clickedLink("2026-04-01");
  const counted = z.array(z.object({ _id: z.string(), count: z.number(), isOwn: z.boolean().optional() }));
  const answer = z.object({ data: z.object({ topSources: counted, topReferrers: counted }) });
  const shown = sources.map(({ value, clicks }) => ({
    _id: value,
    count: clicks,
    ...(value === own && { isOwn: true }),
  }));
  for (const path of ["stats", "click-logs"]) {
    const { data } = answer.parse((await call(api, "GET", `/api/urls/${id}/${path}`, { user })).body);
    expect(data.topSources).toEqual(shown);
    expect(data.topReferrers.map(({ _id }) => _id)).toEqual([own, "a.example", "b.example", "c.example", "d.example"]);
  }
  const query = "query ($id: UUID!) { linkStats(linkId: $id) { topSources { value clicks isOwn } } }";
  expect((await graphql(api, query, { id }, user)).body).toEqual({
    data: { linkStats: { topSources: sources.map((one) => ({ ...one, isOwn: one.value === own })) } },
  });
});

it("sources are the same of stored days, of single clicks, and of both", async () => {
  const day = "2026-04-02";
  const id = await clickedLink(day);
  const noon = new Date("2026-04-02T12:00:00.000Z");
  const sourcesOf = async (from: Date | null, filters: readonly ClickFilter[] = []) => {
    const question = { link: { ownerId: user.id, id }, range: { from, to: null }, tz: "UTC", bots: false, now: noon };
    return (await linkStats(api.services.clickhouse, { ...question, filters })).tops.source;
  };
  const oddSecond = new Date("2026-04-02T00:00:01.000Z");
  const read = async () => [await sourcesOf(null), await sourcesOf(oddSecond)];
  expect(await read()).toEqual([sources, sources]);
  expect(await storeTopLists(api.services.clickhouse, day, 1, 10)).toBeGreaterThan(0);
  expect(await read()).toEqual([sources, sources]);
  await insertClicks(api, [{ ownerId: user.id, linkId: id, at: "2026-04-03T00:00:00.000Z", referrer: "facebook.com" }]);
  const more = sources.map((one) => (one.value === "Facebook" ? { ...one, clicks: 10 } : one));
  expect(await read()).toEqual([more, more]);
  expect(await sourcesOf(null, [{ field: "country", op: "is", values: ["DE"] }])).toEqual([
    { value: "Google", clicks: 3 },
  ]);
});

it("clicks are narrowed to a source in any case, to a single host, and to direct visits", async () => {
  const id = await clickedLink("2026-04-05");
  const total = async (filter: string) => {
    const { body } = await call(api, "GET", `/api/urls/${id}/stats?${filter}`, { user });
    return z.object({ data: z.object({ totalClicks: z.number() }) }).parse(body).data.totalClicks;
  };
  expect(await total("source=Facebook")).toBe(9);
  expect(await total("source=facebook")).toBe(9);
  expect(await total("source=a.example")).toBe(4);
  expect(await total("source=Google&country=DE")).toBe(3);
  expect(await total("referrer=m.facebook.com")).toBe(3);
  expect(await total("source=Facebook&referrer=google.de")).toBe(0);
  const filter = (source: string) =>
    graphql(
      api,
      "query ($id: UUID!, $source: String) { linkStats(linkId: $id, filter: { source: $source }) { totalClicks } }",
      { id, source },
      user,
    );
  expect((await filter("")).body).toEqual({ data: { linkStats: { totalClicks: 9 } } });
  const log = await call(api, "GET", `/api/urls/${id}/click-logs?source=Google`, { user });
  expect(log.body).toMatchObject({ pagination: { total: 5 } });
  const tooLong = await call(api, "GET", `/api/urls/${id}/stats?source=${"x".repeat(1025)}`, { user });
  expect(tooLong).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
});
