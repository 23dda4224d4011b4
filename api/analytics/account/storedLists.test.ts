import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseClicks } from "../../operations/erasure/eraseClicks.ts";
import { storeAccountLists } from "../link/topLists/storeAccountLists.ts";
import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { insertClicks, type TestClick } from "../../testing/clicks.ts";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { chartOf } from "./chart.ts";
import { figuresOf } from "./figures.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { topLinkIds, topLists } from "./tops.ts";

let api: TestApi;
let user: TestUser;
let links: string[];
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const days = ["2026-03-01", "2026-03-02", "2026-03-03"] as const;
const least = 10;
let run = 0;

/** Creates an account with two links and clicks of all kinds on three days: 12, 12 and 2. */
async function clickedAccount(): Promise<void> {
  user = await signUp(api);
  links = [(await makeLink(api, user)).id, (await makeLink(api, user)).id];
  const clicks = Array.from({ length: 26 }, (_, i): TestClick => ({
    ownerId: user.id,
    linkId: links[i % 3 === 0 ? 1 : 0] ?? "",
    at: `${days[Math.floor(i / 12)]}T${String((i * 7) % 24).padStart(2, "0")}:20:00.000Z`,
    country: ["DE", "NP", "FR", ""][i % 4] ?? "",
    city: ["City 0", "City 1", "City 1 (North)", "City 3", "Cíty 3", "City 5", ""][i % 7] ?? "",
    device: i % 5 === 0 ? "mobile" : "desktop",
    languages: ["de,en", "fr", "en", ""][i % 4] ?? "",
    referrer: `site${i % 14}.example.com`,
    isBot: i % 6 === 1,
  }));
  await insertClicks(api, clicks);
}

const ranges: readonly ClickQuestion["range"][] = [
  { from: null, to: null },
  { from: new Date("2026-03-02T00:00:00.000Z"), to: null },
  { from: new Date("2026-03-01T05:45:00.000Z"), to: new Date("2026-03-02T18:15:00.000Z") },
  { from: new Date("2026-03-01T05:45:10.000Z"), to: new Date("2026-03-03T00:00:00.000Z") },
];

function questionOf(asked: Partial<ClickQuestion>): ClickQuestion {
  const now = new Date("2026-03-04T00:00:00.000Z");
  return { ownerId: user.id, range: { from: null, to: null }, tz: "UTC", bots: false, filters: [], now, ...asked };
}

async function listsOf(asked: Partial<ClickQuestion>) {
  const question = questionOf(asked);
  const { clickhouse } = api.services;
  return {
    fields: Object.fromEntries(await topLists(clickhouse, question, listedFieldNames, 20)),
    links: await topLinkIds(clickhouse, question, 20),
  };
}

const allLists = () => Promise.all(ranges.flatMap((range) => [true, false].map((bots) => listsOf({ range, bots }))));

/**
 * Stores the lists of the days with at least `frequent` clicks; values with as many clicks a day get a stored segment.
 */
async function store(frequent = least): Promise<number[]> {
  const stored: number[] = [];
  for (const day of days) stored.push(await storeAccountLists(api.services.clickhouse, day, ++run, frequent));
  return stored;
}

async function figuresAndCharts(asked: Partial<ClickQuestion>) {
  const question = questionOf(asked);
  const { clickhouse } = api.services;
  return {
    figures: await figuresOf(clickhouse, question),
    days: await chartOf(clickhouse, question, "day"),
    hours: await chartOf(clickhouse, { ...question, tz: "Asia/Kathmandu" }, "hour"),
  };
}

const is = (field: "country" | "device" | "city", ...values: string[]) => [{ field, op: "is", values }] as const;
/** Filters whose values have a stored segment on every day on which they have clicks. */
const frequent = [is("country", "DE"), is("country", "NP", "", "FR", "XX"), is("device", "mobile", "desktop")];
const isNot = (field: "country" | "device" | "city" | "link", ...values: string[]) =>
  [{ field, op: "isNot", values }] as const;
/** Filters that exclude frequent values; the remaining values are frequent, rare, or both. */
const excluded = [isNot("country", "DE"), isNot("country", "NP", "", "FR", "XX"), isNot("device", "mobile")];
const narrowed: readonly ClickQuestion["filters"][] = [
  [],
  ...frequent,
  ...excluded,
  is("city", "City 1", "City 3"),
  isNot("city", "City 1"),
];
const someRanges = ranges.filter((_, i) => i % 2 === 0);
const allFigures = () =>
  Promise.all(
    narrowed.flatMap((filters, i) => someRanges.map((range) => figuresAndCharts({ filters, range, bots: i % 2 > 0 }))),
  );

async function execute(query: string): Promise<void> {
  await api.services.clickhouse.command({ query, clickhouse_settings: { lightweight_deletes_sync: "2" } });
}

/** Changes the stored lists so that they differ from the clicks; results then show whether stored lists were read. */
async function changeStored(): Promise<void> {
  await execute(`ALTER TABLE owner_day_value UPDATE value = 'ZZ' WHERE owner_id = '${user.id}' AND field = 'country'
    SETTINGS mutations_sync = 2`);
}
const countries = async () => (await listsOf({})).fields["country"]?.rows.map(({ value }) => value);

describe("stored lists of an account", () => {
  it("are those of the clicks, for every range, and days that are busy are counted once", async () => {
    await clickedAccount();
    const before = await allLists();
    expect(before[0]?.links.rows).toHaveLength(2);
    expect(before[0]?.fields["language"]?.rows).toContainEqual({ value: "en", clicks: 13 });
    expect(await store()).toEqual([1, 1, 0]);
    expect(await store()).toEqual([0, 0, 0]);
    expect(await allLists()).toEqual(before);
    await changeStored();
    expect(await countries()).toContain("ZZ");
  });

  it("need the clicks of other days alone", async () => {
    await clickedAccount();
    const before = await listsOf({});
    await store();
    for (const [table, column] of [
      ["clicks", "at"],
      ["link_quarter", "quarter"],
    ] as const)
      await execute(`DELETE FROM ${table} WHERE owner_id = '${user.id}' AND toDate(${column}) < '${days[2]}'`);
    expect(await listsOf({})).toEqual(before);
  });

  it("know of clicks that came late, before and after the day is counted again", async () => {
    await clickedAccount();
    await store();
    await insertClicks(api, [
      { ownerId: user.id, linkId: links[1] ?? "", at: `${days[0]}T23:59:59.999Z`, country: "JP", city: "Late" },
    ]);
    const late = await allLists();
    expect(late[0]?.fields["country"]?.rows).toContainEqual({ value: "JP", clicks: 1 });
    expect(await store()).toEqual([1, 0, 0]);
    expect(await allLists()).toEqual(late);
  });

  it("are not read where the counting was broken off, or says that it holds other fields", async () => {
    await clickedAccount();
    const before = await listsOf({});
    await store();
    await execute(`ALTER TABLE owner_day_value UPDATE value = '1 country,planet' WHERE owner_id = '${user.id}' AND field = ''
      SETTINGS mutations_sync = 2`);
    await changeStored();
    expect(await listsOf({})).toEqual(before);
    await execute(
      `ALTER TABLE owner_day_value DELETE WHERE owner_id = '${user.id}' AND field = '' SETTINGS mutations_sync = 2`,
    );
    expect(await listsOf({})).toEqual(before);
    expect(await store()).toEqual([1, 1, 0]);
    expect(await listsOf({})).toEqual(before);
  });

  it("give the figures and charts of one filter, where they have all of its values, and visitors of the account", async () => {
    await clickedAccount();
    // The same visitor from two countries counts as one visitor of the account.
    await insertClicks(
      api,
      ["DE", "NP", "DE", "NP"].map((country, i) => ({
        ownerId: user.id,
        linkId: links[0] ?? "",
        at: `${days[0]}T12:0${i}:00.000Z`,
        country,
        device: "mobile",
        visitor: 7,
        isBot: i === 3,
      })),
    );
    const before = await allFigures();
    expect(before[0]?.figures).toMatchObject({ people: 24, bots: 6 });
    await store(2);
    expect(await allFigures()).toEqual(before);
    await insertClicks(api, [
      { ownerId: user.id, linkId: links[1] ?? "", at: `${days[1]}T01:00:00.000Z`, country: "DE" },
    ]);
    const late = await allFigures();
    expect(late[0]?.figures.people).toBe(25);
    await store(2);
    expect(await allFigures()).toEqual(late);

    const range = { from: null, to: new Date(days[2]) };
    const ofStored = () =>
      Promise.all([[], ...frequent, ...excluded].map((filters) => figuresAndCharts({ filters, range, bots: true })));
    const stored = await ofStored();
    for (const table of ["clicks", "owner_day"])
      await execute(`DELETE FROM ${table} WHERE owner_id = '${user.id}' SETTINGS lightweight_deletes_sync = 2`);
    expect(await ofStored()).toEqual(stored);
  });

  it("give the lists without what a filter excludes, and lists of links without some of them", async () => {
    await clickedAccount();
    const ofFilters = () =>
      Promise.all(
        [...excluded, isNot("city", "City 1"), isNot("link", links[0] ?? "")].flatMap((filters) =>
          ranges.map((range, i) => listsOf({ filters, range, bots: i % 2 === 0 })),
        ),
      );
    const before = await ofFilters();
    expect(before[0]?.links.rows.map(({ clicks }) => clicks)).toEqual([13, 6]);
    await store();
    expect(await ofFilters()).toEqual(before);
    await insertClicks(api, [
      { ownerId: user.id, linkId: links[1] ?? "", at: `${days[1]}T01:00:00.000Z`, country: "NP", city: "Late" },
    ]);
    const late = await ofFilters();
    expect(late).not.toEqual(before);
    await store();
    expect(await ofFilters()).toEqual(late);
    await changeStored();
    expect((await listsOf({ filters: isNot("country", "DE") })).fields["country"]?.rows).toContainEqual(
      expect.objectContaining({ value: "ZZ" }),
    );
  });

  it("answer no question for lists with filters", async () => {
    await clickedAccount();
    await store();
    await changeStored();
    const { fields } = await listsOf({ filters: [{ field: "device", op: "is", values: ["mobile", "desktop"] }] });
    expect(fields["country"]?.rows.map(({ value }) => value)).not.toContain("ZZ");
  });

  it("vanish with their account, and with a link on whose days they were counted", async () => {
    await clickedAccount();
    await store();
    const { clickhouse } = api.services;
    const rows = async () => {
      const answer = await clickhouse.query({
        query: `SELECT (SELECT count() FROM owner_day_value WHERE owner_id = '${user.id}')
          + (SELECT count() FROM owner_day_link WHERE owner_id = '${user.id}')
          + (SELECT count() FROM owner_day_segment WHERE owner_id = '${user.id}') AS rows`,
        format: "JSONEachRow",
      });
      return answer.json();
    };
    const [link = ""] = links;
    await eraseClicks(clickhouse, { kind: "link", id: link, ownerId: user.id, pass: 0, domains: [] });
    expect(await rows()).toEqual([{ rows: 0 }]);
    expect((await listsOf({ bots: true })).links.rows).toEqual([{ value: links[1], clicks: 9 }]);
    await clickedAccount();
    await store(2);
    expect(await rows()).not.toEqual([{ rows: 0 }]);
    await eraseClicks(clickhouse, { kind: "account", id: user.id, ownerId: user.id, pass: 0, domains: [] });
    expect(await rows()).toEqual([{ rows: 0 }]);
  });
});
