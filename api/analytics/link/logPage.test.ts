import { beforeAll, describe, expect, it } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { clickLog, type PageStart } from "./clickLog.ts";
import { logPage } from "./logPage.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

const everything = { from: null, to: null };
const minuteMs = 60_000;

/** A link with two clicks, by a person and a bot, every 14 minutes for two days, and one much older click. */
async function clickedLink() {
  const { id } = await makeLink(api, user);
  const from = Date.parse("2026-03-01T00:00:00.000Z");
  const times = Array.from({ length: 400 }, (_, i) => from + Math.floor(i / 2) * 14 * minuteMs);
  const clicks = [Date.parse("2025-06-01T12:00:00.000Z"), ...times].map((at, i) => ({
    ownerId: user.id,
    linkId: id,
    at: new Date(at).toISOString(),
    isBot: i % 2 === 0,
    country: i % 3 === 0 ? "DE" : "NP",
  }));
  await insertClicks(api, clicks);
  return { ownerId: user.id, id };
}

const ranges = [
  everything,
  { from: new Date("2026-03-01T06:15:00.000Z"), to: new Date("2026-03-02T09:45:00.000Z") },
  { from: new Date("2026-03-01T06:15:10.000Z"), to: null },
  { from: new Date("2027-01-01T00:00:00.000Z"), to: null },
];

describe("a page of the click log", () => {
  it("is what all clicks of the link, read in order, hold there", async () => {
    const link = await clickedLink();
    const { clickhouse } = api.services;
    const questions = [
      ...ranges.map((range) => ({ range, filters: [] })),
      { range: everything, filters: [{ field: "country", op: "is", values: ["DE"] } as const] },
    ];
    for (const { range, filters } of questions) {
      const all = await clickLog(clickhouse, link, range, { offset: 0 }, 1000, filters);
      const starts = [0, 49, 390, 500].flatMap((offset): PageStart[] => {
        const click = all[offset];
        return [{ offset }, ...(click ? [{ after: { at: click.timestamp, id: click.id } }] : [])];
      });
      for (const start of starts) {
        const first = "offset" in start ? start.offset : all.findIndex(({ id }) => id === start.after.id) + 1;
        const page = await logPage(clickhouse, { link, range, start, limit: 30, filters });
        expect(page.clicks).toEqual(all.slice(first, first + 30));
        expect(page.total).toBe(all.length);
      }
    }
  });

  it("is whole while the counts still hold clicks that were erased", async () => {
    const link = await clickedLink();
    const { clickhouse } = api.services;
    const all = await clickLog(clickhouse, link, everything, { offset: 0 }, 1000);
    await clickhouse.command({
      query: "DELETE FROM clicks WHERE link_id = {link: UUID} AND at >= toDateTime64('2026-03-02 12:00:00', 3, 'UTC')",
      query_params: { link: link.id },
    });
    const left = all.filter(({ timestamp }) => timestamp < new Date("2026-03-02T12:00:00.000Z"));
    expect(left.length).toBeLessThan(all.length);
    const page = await logPage(clickhouse, { link, range: everything, start: { offset: 0 }, limit: 20, filters: [] });
    expect(page.clicks).toEqual(left.slice(0, 20));
  });

  it("begins behind any moment that a cursor may name", async () => {
    const link = await clickedLink();
    const after = (at: string) => ({ after: { at: new Date(at), id: "ffffffff-ffff-4fff-8fff-ffffffffffff" } });
    const ask = (at: string) =>
      logPage(api.services.clickhouse, { link, range: everything, start: after(at), limit: 5, filters: [] });
    expect((await ask("2200-01-01T00:00:00.000Z")).clicks).toHaveLength(5);
    expect((await ask("1960-01-01T00:00:00.000Z")).clicks).toEqual([]);
    expect((await ask("2025-12-01T00:00:00.000Z")).clicks).toHaveLength(1);
  });
});
