import { limits } from "@hoplog/schema/limits.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseClicks } from "../../../operations/erasure/eraseClicks.ts";
import { insertClicks, type TestClick } from "../../../testing/clicks.ts";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";
import { linkStats } from "../linkStats.ts";
import type { StatsQuestion } from "../linkQuestion.ts";
import { storeAccountLists } from "./storeAccountLists.ts";
import { busyFrom, storeTopLists } from "./storeTopLists.ts";
import { daysToStore, startTopListWorker } from "./worker.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
});
afterAll(() => api.close());

const days = ["2026-03-01", "2026-03-02", "2026-03-03"];
const least = 10;
let run = 0;

/** A link with clicks of all kinds on three days: 12, 12 and 2. */
async function clickedLink() {
  const { id } = await makeLink(api, user);
  const clicks = Array.from({ length: 26 }, (_, i): TestClick => ({
    ownerId: user.id,
    linkId: id,
    at: `${days[Math.floor(i / 12)]}T${String((i * 7) % 24).padStart(2, "0")}:20:00.000Z`,
    country: ["DE", "NP", "FR", ""][i % 4] ?? "",
    browser: ["Chrome", "Firefox", "Unknown"][i % 3] ?? "",
    os: i % 2 === 0 ? "Linux" : "",
    device: i % 5 === 0 ? "mobile" : "desktop",
    referrer: `site${i % 14}.example.com`,
    isp: `Network ${i % 5}`,
    isBot: i % 6 === 1,
  }));
  await insertClicks(api, clicks);
  return id;
}

const ranges = [
  { from: null, to: null },
  { from: new Date("2026-03-02T00:00:00.000Z"), to: null },
  { from: new Date("2026-03-01T05:45:00.000Z"), to: new Date("2026-03-02T18:15:00.000Z") },
  { from: new Date("2026-03-01T05:45:10.000Z"), to: new Date("2026-03-03T00:00:00.000Z") },
];

async function statsOf(id: string) {
  const ask = (question: Pick<StatsQuestion, "range" | "bots"> & Partial<StatsQuestion>) =>
    linkStats(api.services.clickhouse, {
      link: { ownerId: user.id, id },
      tz: "Asia/Kathmandu",
      filters: [],
      now: new Date("2026-03-04T00:00:00.000Z"),
      ...question,
    });
  return Promise.all([
    ...ranges.flatMap((range) => [true, false].map((bots) => ask({ range, bots }))),
    ask({ range: { from: null, to: null }, bots: true, filters: [{ field: "country", op: "is", values: ["DE"] }] }),
  ]);
}

const keepAll = async () => {
  const kept: number[] = [];
  for (const day of days) kept.push(await storeTopLists(api.services.clickhouse, day, ++run, least));
  return kept;
};

async function execute(query: string): Promise<void> {
  await api.services.clickhouse.command({ query, clickhouse_settings: { lightweight_deletes_sync: "2" } });
}

async function keptRows(id: string): Promise<unknown[]> {
  const answer = await api.services.clickhouse.query({
    query: `SELECT DISTINCT toString(day) AS day FROM link_day_value WHERE link_id = '${id}' ORDER BY day`,
    format: "JSONEachRow",
  });
  return answer.json();
}

describe("top lists of days that are over", () => {
  it("are those of the clicks, for every range, and busy days are counted once", async () => {
    const id = await clickedLink();
    const before = await statsOf(id);
    expect(before[0]?.tops.referrer).toHaveLength(limits.topList);
    expect(await keepAll()).toEqual([1, 1, 0]);
    expect(await keepAll()).toEqual([0, 0, 0]);
    expect(await keptRows(id)).toEqual([{ day: days[0] }, { day: days[1] }]);
    expect(await statsOf(id)).toEqual(before);
  });

  it("need the clicks of other days alone", async () => {
    const id = await clickedLink();
    const [before] = await statsOf(id);
    await keepAll();
    await execute(`DELETE FROM clicks WHERE link_id = '${id}' AND toDate(at) < '${days[2]}'`);
    const [after] = await statsOf(id);
    expect(after).toEqual(before);
  });

  it("know of clicks that came late, before and after the day is counted again", async () => {
    const id = await clickedLink();
    await keepAll();
    await insertClicks(api, [
      { ownerId: user.id, linkId: id, at: `${days[0]}T23:59:59.999Z`, country: "JP", referrer: "late.example.com" },
    ]);
    const late = await statsOf(id);
    expect(late[0]?.clicksByCountry).toContainEqual(expect.objectContaining({ value: "JP", clicks: 1 }));
    expect(await keepAll()).toEqual([1, 0, 0]);
    expect(await statsOf(id)).toEqual(late);
  });

  it("leave out a counting that was broken off", async () => {
    const id = await clickedLink();
    const before = await statsOf(id);
    await execute(`INSERT INTO link_day_value SELECT owner_id, link_id, 'country', toDate(at), 1, 'DE', 5, 0 FROM clicks
      WHERE link_id = '${id}' LIMIT 1`);
    await keepAll();
    expect(await statsOf(id)).toEqual(before);
  });

  /** Changes the stored lists so that they differ from the clicks; results then show whether stored lists were read. */
  async function changeKept(id: string, version: string) {
    await execute(`ALTER TABLE link_day_value UPDATE value = if(dimension = '', '${version}', 'ZZ')
      WHERE link_id = '${id}' AND dimension IN ('', 'country') SETTINGS mutations_sync = 2`);
  }

  it("are not read if their version is not known, and are counted anew", async () => {
    const id = await clickedLink();
    const before = await statsOf(id);
    await keepAll();
    await changeKept(id, "3 country,planet");
    expect(await statsOf(id)).toEqual(before);
    expect(await keepAll()).toEqual([1, 1, 0]);
    expect(await statsOf(id)).toEqual(before);
  });

  it("vanish with their link", async () => {
    const id = await clickedLink();
    await keepAll();
    expect(await keptRows(id)).toHaveLength(2);
    await eraseClicks(api.services.clickhouse, { kind: "link", id, ownerId: user.id, pass: 0, domains: [] });
    expect(await keptRows(id)).toEqual([]);
  });
});

describe("days that are to be counted", () => {
  it("are the latest, and all since the last that was counted, or since there are clicks", async () => {
    await clickedLink();
    await keepAll();
    const keepAccounts = async () => {
      for (const day of days) await storeAccountLists(api.services.clickhouse, day, ++run, least);
    };
    const toKeep = (now: string) => daysToStore(api.services.clickhouse, new Date(now));
    // Simulates the state after an upgrade: no account lists are stored yet.
    expect((await toKeep("2026-03-05T00:00:00.000Z"))[0]).toBe("2026-03-01");
    await keepAccounts();
    expect(await toKeep("2026-03-05T00:00:00.000Z")).toEqual(["2026-03-02", "2026-03-03", "2026-03-04"]);
    expect(await toKeep("2026-03-07T23:59:59.999Z")).toEqual([
      "2026-03-02",
      "2026-03-03",
      "2026-03-04",
      "2026-03-05",
      "2026-03-06",
    ]);
    await execute(`ALTER TABLE link_day_value UPDATE value = '3 country,planet' WHERE dimension = ''
      SETTINGS mutations_sync = 2`);
    expect((await toKeep("2026-03-07T00:00:00.000Z"))[0]).toBe("2026-03-01");
    await execute("TRUNCATE TABLE link_day_value");
    // No single link has enough clicks to be stored, but the account has.
    expect((await toKeep("2026-03-07T00:00:00.000Z"))[0]).toBe(days[2]);
    await execute("TRUNCATE TABLE owner_day_value");
    expect((await toKeep("2026-03-07T00:00:00.000Z"))[0]).toBe("2026-03-01");
  });

  it("are the latest where nothing was ever clicked", async () => {
    const empty = await openTestApi();
    try {
      const now = new Date("2026-03-08T01:00:00.000Z");
      const found = await daysToStore(empty.services.clickhouse, now);
      expect(found).toEqual(["2026-03-05", "2026-03-06", "2026-03-07"]);
    } finally {
      await empty.close();
    }
  });

  it("are counted by the api by itself", async () => {
    const own = await openTestApi();
    try {
      const person = await signUp(own);
      const { id } = await makeLink(own, person);
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      await insertClicks(
        own,
        Array.from({ length: busyFrom }, () => ({ ownerId: person.id, linkId: id, at: yesterday, device: "mobile" })),
      );
      const { databaseUrl } = own;
      const { clickhouse, logger } = own.services;
      const work = startTopListWorker({ databaseUrl, clickhouse, logger, now: () => new Date(), name: "a test" });
      try {
        await expect
          .poll(async () => {
            const answer = await clickhouse.query({
              query: `SELECT toUInt32(people) AS people FROM link_day_value WHERE link_id = '${id}' AND dimension = ''`,
              format: "JSONEachRow",
            });
            return answer.json();
          })
          .toEqual([{ people: busyFrom }]);
      } finally {
        await work.stop();
      }
    } finally {
      await own.close();
    }
  });
});
