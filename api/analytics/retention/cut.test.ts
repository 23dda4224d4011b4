import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { deleteClicksBefore } from "../../clicks/cuts/deleteClicks.ts";
import { withoutCuts } from "../../clicks/cuts/lock.ts";
import { clicksSince } from "../../clicks/cuts/mark.ts";
import { eraseClicks } from "../../operations/erasure/eraseClicks.ts";
import { rebuildViews } from "../../clicks/tables/rebuildViews.ts";
import { storeAccountLists } from "../link/topLists/storeAccountLists.ts";
import { storeTopLists } from "../link/topLists/storeTopLists.ts";
import { linkStats } from "../link/linkStats.ts";
import { insertClicks, type TestClick } from "../../testing/clicks.ts";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { type CutJob, cutClicks } from "./cut.ts";

let api: TestApi;
let client: pg.Client;
beforeAll(async () => {
  api = await openTestApi();
  client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});

const now = new Date("2026-04-10T12:00:00Z");
const days = ["2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12"];
/** The oldest day that remains with a retention of 30 days at `now`. */
const cutDay = "2026-03-11";

async function rows(query: string): Promise<unknown[]> {
  const answer = await api.services.clickhouse.query({ query, format: "JSONEachRow" });
  return answer.json();
}

const sumsOf = async (owner: string) => ({
  link: await rows(
    `SELECT link_id, toString(quarter) AS q, toInt32(sum(l.people)) AS p, toInt32(sum(l.bots)) AS b FROM link_quarter AS l
     WHERE owner_id = '${owner}' GROUP BY link_id, quarter HAVING p + b > 0 ORDER BY link_id, quarter`,
  ),
  owner: await rows(
    `SELECT toString(quarter) AS q, toInt32(sum(o.people)) AS p, toInt32(sum(o.bots)) AS b FROM owner_quarter AS o
     WHERE owner_id = '${owner}' GROUP BY quarter HAVING p + b > 0 ORDER BY quarter`,
  ),
  linkDays: await rows(
    `SELECT link_id, day, toInt32(uniqCombinedMerge(14)(l.people)) AS p, toInt32(uniqCombinedMerge(14)(l.everyone)) AS e, min(l.people_first) AS f,
       max(l.everyone_end) AS x FROM link_day AS l WHERE owner_id = '${owner}' GROUP BY link_id, day ORDER BY link_id, day`,
  ),
  ownerDays: await rows(
    `SELECT day, toInt32(uniqCombinedMerge(14)(o.people)) AS p, toInt32(uniqCombinedMerge(14)(o.everyone)) AS e FROM owner_day AS o
     WHERE owner_id = '${owner}' GROUP BY day HAVING e > 0 ORDER BY day`,
  ),
});

const singleDays = (owner: string) =>
  rows(
    `SELECT toString(toDate(at)) AS day, toInt32(count()) AS n FROM clicks WHERE owner_id = '${owner}' GROUP BY day ORDER BY day`,
  );
const listDays = (owner: string) =>
  rows(`SELECT DISTINCT toString(day) AS day FROM (SELECT day FROM link_day_value WHERE owner_id = '${owner}'
    UNION ALL SELECT day FROM owner_day_value WHERE owner_id = '${owner}' UNION ALL SELECT day FROM owner_day_link WHERE owner_id = '${owner}') ORDER BY day`);

let run = 0;

/** An account with two links that share some visitors, and a retention of 30 days. */
async function clickedAccount(retention: number | null = 30, { lists = false } = {}) {
  const user = await signUp(api);
  const links = [await makeLink(api, user), await makeLink(api, user)];
  const clicks = days.flatMap((day, d) =>
    Array.from({ length: 12 }, (_, i): TestClick => ({
      ownerId: user.id,
      linkId: links[i % 2]?.id ?? "",
      at: `${day}T${String((i * 5) % 24).padStart(2, "0")}:20:00.000Z`,
      visitor: 1000 + d * 10 + (i % 5),
      country: ["DE", "FR"][i % 2] ?? "",
      isBot: i % 6 === 1,
      batchId: `00000000-0000-4000-8000-${String(++run).padStart(12, "0")}`,
    })),
  );
  await insertClicks(api, clicks);
  if (lists) await storeLists();
  if (retention !== null) await setDays(user, retention);
  return { user, links, clicks };
}

async function storeLists() {
  for (const day of days) {
    await storeTopLists(api.services.clickhouse, day, ++run, 2);
    await storeAccountLists(api.services.clickhouse, day, ++run, 2);
  }
}

async function setDays(user: TestUser, retention: number) {
  await client.query(
    sql`INSERT INTO click_retention (owner_id, days, set_at) VALUES (${user.id}, ${retention}, ${now})
      ON CONFLICT (owner_id) DO UPDATE SET days = ${retention}, done_at = NULL`,
  );
}

const cut = (job: Partial<CutJob> = {}) => cutClicks({ ...api.services, client, now, ...job });
const policy = async (user: TestUser) => {
  const { rows: found } = await client.query(
    sql`SELECT cut_before::text AS cut, done_before::text AS done, held_since IS NOT NULL AS held FROM click_retention
      WHERE owner_id = ${user.id}`,
  );
  return found[0];
};

describe("a cut", () => {
  it("removes single clicks and lists before its day, leaves all sums, and other accounts alone", async () => {
    const [cutOne, other] = [await clickedAccount(), await clickedAccount(null, { lists: true })];
    const before = await sumsOf(cutOne.user.id);
    expect(await cut()).toBe(true);
    expect(await sumsOf(cutOne.user.id)).toEqual(before);
    expect(await singleDays(cutOne.user.id)).toEqual([
      { day: cutDay, n: 12 },
      { day: "2026-03-12", n: 12 },
    ]);
    expect(await listDays(cutOne.user.id)).toEqual([{ day: cutDay }, { day: "2026-03-12" }]);
    expect(await singleDays(other.user.id)).toHaveLength(5);
    expect(await listDays(other.user.id)).toHaveLength(5);
    expect(await clicksSince(api.services.clickhouse, cutOne.user.id)).toBe(cutDay);
    expect(await clicksSince(api.services.clickhouse, other.user.id)).toBeNull();
    expect(await policy(cutOne.user)).toEqual({ cut: cutDay, done: cutDay, held: false });
  });

  it.each(["begin", "mark", "lists", "batches", "clicks", "note"])(
    "that dies before %s ends in the same state",
    async (step) => {
      const { user } = await clickedAccount();
      const before = await sumsOf(user.id);
      const dying = cut({
        onStep: (name) => {
          if (name === step) throw new Error("killed");
        },
      });
      await expect(dying).rejects.toThrow("killed");
      expect(await cut()).toBe(true);
      expect(await sumsOf(user.id)).toEqual(before);
      expect(await singleDays(user.id)).toEqual([
        { day: cutDay, n: 12 },
        { day: "2026-03-12", n: 12 },
      ]);
      expect(await policy(user)).toEqual({ cut: cutDay, done: cutDay, held: false });
    },
  );

  it("never moves back, and takes late clicks at the next run, which stay in the sums and show in no list", async () => {
    const { user, links } = await clickedAccount();
    await cut();
    await insertClicks(api, [
      { ownerId: user.id, linkId: links[0]?.id ?? "", at: `${days[0]}T10:05:00.000Z`, country: "JP", visitor: 1 },
    ]);
    const late = await sumsOf(user.id);
    const stats = await linkStats(api.services.clickhouse, {
      link: { ownerId: user.id, id: links[0]?.id ?? "" },
      range: { from: null, to: null },
      tz: "UTC",
      bots: true,
      filters: [],
      now,
    });
    expect([stats.totalClicks, stats.clicksByCountry]).toEqual([
      31,
      [expect.objectContaining({ value: "DE", clicks: 12 })],
    ]);
    expect(stats.uniqueVisitors).toBeGreaterThan(20);
    await setDays(user, 60);
    await cut({ now: new Date(now.getTime() + 86_400_000) });
    expect(await singleDays(user.id)).toEqual([
      { day: cutDay, n: 12 },
      { day: "2026-03-12", n: 12 },
    ]);
    expect(await sumsOf(user.id)).toEqual(late);
    expect(await policy(user)).toMatchObject({ cut: cutDay });
  });

  it("waits for whatever reads clicks and sums", async () => {
    const { user } = await clickedAccount();
    const reader = new pg.Client({ connectionString: api.databaseUrl });
    await reader.connect();
    try {
      await withoutCuts(reader, async () => expect(await cut()).toBe(false));
      expect(await singleDays(user.id)).toHaveLength(5);
      expect(await cut()).toBe(true);
    } finally {
      await reader.end();
    }
    expect(await singleDays(user.id)).toHaveLength(2);
  });

  it("waits for a month that is half judged again", async () => {
    const { user } = await clickedAccount();
    await client.query("INSERT INTO rejudged_month (month, built_in_rules, is_whole) VALUES (202603, 1, false)");
    await cut();
    expect(await singleDays(user.id)).toHaveLength(5);
    await client.query("DELETE FROM rejudged_month");
    await cut();
    expect(await singleDays(user.id)).toHaveLength(2);
  });
});

describe("what derives sums", () => {
  it("carries those of cut days over when views are made anew", async () => {
    const { user } = await clickedAccount();
    await cut();
    const before = await sumsOf(user.id);
    await rebuildViews({ databaseUrl: api.databaseUrl, clickhouse: api.services.clickhouse, onProgress: () => {} });
    expect(await sumsOf(user.id)).toEqual(before);
  });

  it("counts no lists of cut days", async () => {
    const { user } = await clickedAccount();
    await cut();
    await storeLists();
    expect(await listDays(user.id)).toEqual([{ day: cutDay }, { day: "2026-03-12" }]);
  });

  it("takes an erased link off the sums of cut days, visitors too", async () => {
    const { user, links, clicks } = await clickedAccount();
    const alone = await signUp(api);
    // The same clicks without those of the first link, in another account.
    await insertClicks(
      api,
      clicks.filter(({ linkId }) => linkId !== links[0]?.id).map((click) => ({ ...click, ownerId: alone.id })),
    );
    await cut();
    const erasure = { kind: "link" as const, id: links[0]?.id ?? "", ownerId: user.id, domains: [] };
    for (const pass of [0, 0, 1]) await eraseClicks(api.services.clickhouse, { ...erasure, pass });
    expect(await sumsOf(user.id)).toEqual(await sumsOf(alone.id));
  });

  it("forgets the mark of an erased account", async () => {
    const { user } = await clickedAccount();
    await cut();
    await eraseClicks(api.services.clickhouse, {
      kind: "account",
      id: user.id,
      ownerId: user.id,
      pass: 0,
      domains: [],
    });
    expect(await clicksSince(api.services.clickhouse, user.id)).toBeNull();
    expect((await sumsOf(user.id)).link).toEqual([]);
  });
});

it("remembers the batches of removed clicks", async () => {
  const { user, clicks } = await clickedAccount(null);
  await deleteClicksBefore(api.services.clickhouse, [user.id], cutDay);
  const gone = clicks.filter(({ at }) => at < cutDay).map(({ batchId }) => batchId);
  const found = await rows(
    `SELECT count() AS n FROM cut_batch FINAL WHERE batch_id IN (${gone.map((id) => `'${id}'`).join(", ")})`,
  );
  expect(found).toEqual([{ n: gone.length }]);
});
