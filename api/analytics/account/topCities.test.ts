import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { storeAccountLists } from "../link/topLists/storeAccountLists.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { figuresOf } from "./figures.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { topLists } from "./tops.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const days = ["2026-03-01", "2026-03-02"] as const;
const cities: Readonly<Record<string, number>> = {
  "Berlin (Bezirk Tempelhof-Schoneberg)": 3,
  "Berlin (Mitte)": 2,
  Berlin: 1,
  München: 1,
  "Munchen (Altstadt)": 2,
  "Munchen (Lehel)": 1,
  Berlingen: 4,
  "": 1,
};
let run = 0;

beforeEach(async () => {
  user = await signUp(api);
  const { id: linkId } = await makeLink(api, user);
  const clicks = days.flatMap((day) =>
    Object.entries(cities).flatMap(([city, count]) =>
      Array.from({ length: count }, (_, i) => ({ ownerId: user.id, linkId, at: `${day}T10:0${i}:00.000Z`, city })),
    ),
  );
  await insertClicks(api, clicks);
});

const questionOf = (filters: ClickQuestion["filters"] = []): ClickQuestion => ({
  ownerId: user.id,
  range: { from: null, to: null },
  tz: "UTC",
  bots: false,
  filters,
  now: new Date("2026-03-04T00:00:00.000Z"),
});
const cityList = async (...filters: ClickQuestion["filters"]) =>
  (await topLists(api.services.clickhouse, questionOf(filters), ["city", "device"], 20)).get("city");
const clicksOf = async (...filters: ClickQuestion["filters"]) =>
  (await figuresOf(api.services.clickhouse, questionOf(filters))).clicks;
const store = (least: number) =>
  Promise.all(days.map((day) => storeAccountLists(api.services.clickhouse, day, ++run, least)));
const is = (...values: string[]) => ({ field: "city", op: "is", values }) as const;
const isNot = (...values: string[]) => ({ field: "city", op: "isNot", values }) as const;

const all = {
  distinct: 3,
  rows: [
    { value: "Berlin", clicks: 12 },
    { value: "Berlingen", clicks: 8 },
    { value: "Munchen", clicks: 8 },
    { value: "", clicks: 2 },
  ],
};

it("lists one row for all districts and spellings of a city, stored or not", async () => {
  const ask = () => Promise.all([cityList(), cityList(isNot("Munchen")), cityList(isNot("Berlin (Mitte)"))]);
  const before = await ask();
  expect(before[0]).toEqual(all);
  expect(before[1]).toEqual({ distinct: 2, rows: all.rows.filter(({ value }) => value !== "Munchen") });
  expect(before[2]).toEqual({ distinct: 3, rows: [{ value: "Berlin", clicks: 8 }, ...all.rows.slice(1)] });
  expect(await store(10)).toEqual([1, 1]);
  expect(await ask()).toEqual(before);
});

it("a row's name filters to all of its clicks, also by what days have stored", async () => {
  const ask = () =>
    Promise.all([
      ...all.rows.map(({ value }) => clicksOf(is(value))),
      clicksOf(isNot("berlin")),
      clicksOf(is("Berlin (mitte)")),
    ]);
  const counts = [...all.rows.map(({ clicks }) => clicks), 18, 4];
  expect(await ask()).toEqual(counts);
  await store(3);
  expect(await ask()).toEqual(counts);
  await api.services.clickhouse.command({
    query: `DELETE FROM clicks WHERE owner_id = '${user.id}'`,
    clickhouse_settings: { lightweight_deletes_sync: "2" },
  });
  // The rarest districts have stored segments too, because their city is frequent.
  expect(await clicksOf(is("Berlin"))).toBe(12);
  expect(await clicksOf(is("munchen"))).toBe(8);
});

it("is answered so by calls", async () => {
  const { body } = await call(api, "GET", "/api/analytics/top?field=city&filter=city:isNot:Berlingen", { user });
  expect(body["data"]).toMatchObject({
    distinct: 2,
    rows: [{ value: "Berlin", clicks: 12 }, { value: "Munchen", clicks: 8 }, { value: "" }],
  });
});
