import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eraseClicks } from "../../operations/erasure/eraseClicks.ts";
import { storeAccountLists } from "../link/topLists/storeAccountLists.ts";
import { storeAccountWeek, weeksToStore } from "../link/topLists/storeAccountWeeks.ts";
import { insertClicks, type TestClick } from "../../testing/clicks.ts";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { expectDays } from "./expectedDays.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { topLinkIds, topLists } from "./tops.ts";

let api: TestApi;
let user: TestUser;
let links: string[];
let nowMs = Date.parse("2026-03-11T00:10:00.000Z");
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const monday = "2026-03-02";
/** A range from the Sunday before the stored week to the Tuesday after it. */
const days = Array.from({ length: 10 }, (_, i) => `2026-03-${String(1 + i).padStart(2, "0")}`);
const clicksADay = 10;

/** Creates an account with two links and clicks on ten days; one link has clicks on two of the days only. */
async function clickedAccount(): Promise<void> {
  user = await signUp(api);
  links = [(await makeLink(api, user)).id, (await makeLink(api, user)).id];
  await insertClicks(
    api,
    days.flatMap((day, d) =>
      Array.from({ length: clicksADay + d }, (_, i): TestClick => ({
        ownerId: user.id,
        linkId: links[i === 0 && (d === 3 || d === 4) ? 1 : 0] ?? "",
        at: `${day}T${String((i * 7) % 24).padStart(2, "0")}:20:00.000Z`,
        country: ["DE", "NP", "FR"][(i + d) % 3] ?? "",
        city: `City ${(i * d) % 7}`,
        languages: ["de,en", "fr"][i % 2] ?? "",
        isBot: i % 6 === 1,
      })),
    ),
  );
}

async function store(): Promise<void> {
  for (const day of days) await storeAccountLists(api.services.clickhouse, day, ++nowMs, clicksADay);
}

const storeWeek = () => storeAccountWeek(api.services.clickhouse, monday, ++nowMs);
const expected = expectDays();

async function listsOf(range: ClickQuestion["range"] = { from: null, to: null }, bots = false) {
  const { clickhouse } = api.services;
  const question = { ownerId: user.id, range, tz: "UTC", bots, filters: [], now: new Date("2026-03-11T00:00:00.000Z") };
  return {
    fields: Object.fromEntries(await topLists(clickhouse, question, listedFieldNames, 20, expected)),
    links: await topLinkIds(clickhouse, question, 20, expected),
  };
}

const from = (day: string, to: string | null = null) => ({
  from: new Date(day),
  to: to === null ? null : new Date(to),
});
const ranges = [
  { from: null, to: null },
  from("2026-03-02", "2026-03-09"),
  from("2026-03-03"),
  from("2026-03-01T12:00:00Z", "2026-03-08T23:45:00Z"),
];
const allLists = () =>
  Promise.all(ranges.flatMap((range) => [false, true].map((withBots) => listsOf(range, withBots))));

async function execute(query: string): Promise<void> {
  await api.services.clickhouse.command({ query, clickhouse_settings: { lightweight_deletes_sync: "2" } });
}

/**
 * Changes the stored days so that they differ from the stored week; results then show whether days or the week were
 * read.
 */
const changeDays = () =>
  execute(`ALTER TABLE owner_day_value UPDATE value = 'ZZ' WHERE owner_id = '${user.id}' AND field = 'country' AND run < 4503599627370496
    SETTINGS mutations_sync = 2`);

async function countriesOf(range: ClickQuestion["range"]): Promise<string[]> {
  return (await listsOf(range)).fields["country"]?.rows.map(({ value }) => value) ?? [];
}

async function weekRows(): Promise<number> {
  const answer = await api.services.clickhouse.query({
    query: `SELECT (SELECT count() FROM owner_day_value WHERE owner_id = '${user.id}' AND run >= 4503599627370496)
      + (SELECT count() FROM owner_day_link WHERE owner_id = '${user.id}' AND run >= 4503599627370496) AS rows`,
    format: "JSONEachRow",
  });
  const [row] = await answer.json<{ rows: number | string }>();
  return Number(row?.rows);
}

it("a week is read in place of its seven days, in ranges that have all of it", async () => {
  await clickedAccount();
  const before = await allLists();
  expect(before[0]?.links.rows).toContainEqual({ value: links[1], clicks: 2 });
  await store();
  expect(await weeksToStore(api.services.clickhouse, "2026-03-08")).not.toContain(monday);
  expect(await weeksToStore(api.services.clickhouse, "2026-03-09")).toContain(monday);
  expect(await storeWeek()).toBe(1);
  expect(await weeksToStore(api.services.clickhouse, "2026-03-09")).not.toContain(monday);
  expect(await allLists()).toEqual(before);
  // Reading the lists does not change the result of the next read.
  expect(await allLists()).toEqual(before);
  await changeDays();
  expect((await countriesOf(from("2026-03-02", "2026-03-09"))).toSorted()).toEqual(["DE", "FR", "NP"]);
  expect(await countriesOf(from("2026-03-03", "2026-03-09"))).toEqual(["ZZ"]);
});

it("a click that comes late ends its week, until its day and then the week are counted again", async () => {
  await clickedAccount();
  await store();
  await storeWeek();
  await allLists();
  await insertClicks(api, [
    { ownerId: user.id, linkId: links[1] ?? "", at: "2026-03-05T23:59:59.999Z", country: "JP" },
  ]);
  const late = await allLists();
  expect(late[0]?.fields["country"]?.rows).toContainEqual({ value: "JP", clicks: 1 });
  await store();
  expect(await allLists()).toEqual(late);
  expect(await weeksToStore(api.services.clickhouse, "2026-03-09")).toContain(monday);
  expect(await storeWeek()).toBe(1);
  expect(await weeksToStore(api.services.clickhouse, "2026-03-09")).not.toContain(monday);
  expect(await allLists()).toEqual(late);
  await changeDays();
  expect(await countriesOf(from("2026-03-02", "2026-03-09"))).toContain("JP");
});

it("a week of which a day isn't stored is none", async () => {
  await clickedAccount();
  await store();
  await execute(`DELETE FROM owner_day_value WHERE owner_id = '${user.id}' AND day = '2026-03-06'`);
  expect(await weeksToStore(api.services.clickhouse, "2026-03-09")).not.toContain(monday);
  await storeWeek();
  expect(await weekRows()).toBe(0);
});

it("a week vanishes with a link that was clicked on any of its days", async () => {
  await clickedAccount();
  await store();
  await storeWeek();
  expect(await weekRows()).toBeGreaterThan(0);
  const [, link = ""] = links;
  await eraseClicks(api.services.clickhouse, { kind: "link", id: link, ownerId: user.id, pass: 0, domains: [] });
  expect(await weekRows()).toBe(0);
  expect((await listsOf()).links.rows.map(({ value }) => value)).toEqual([links[0]]);
});
