import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { insertClicks, type TestClick } from "../../../testing/clicks.ts";
import { cutClicksOf } from "../../../testing/retention.ts";
import { makeLink, openTestApi, signUp, type TestApi } from "../../../testing/testApi.ts";
import { type MonthResult, rejudge, type RejudgeJob } from "./rejudge.ts";

const monitor = "OurMonitor/1.0";
const keptDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
});
afterEach(() => api.close());

const daysAgo = (days: number) => new Date(Math.floor(Date.now() / dayMs) * dayMs - days * dayMs + 1000).toISOString();

async function accountWithClicks() {
  const user = await signUp(api);
  const { id: linkId } = await makeLink(api, user);
  const click = (i: number): TestClick => ({
    ownerId: user.id,
    linkId,
    at: daysAgo(i % 60),
    visitor: i % 30,
    botRules: 1,
    userAgent: i % 3 === 0 ? monitor : "Mozilla/5.0 Firefox/144.0",
  });
  await insertClicks(
    api,
    Array.from({ length: 120 }, (_, i) => click(i)),
  );
  return { user, click };
}

async function run(some: Partial<RejudgeJob> = {}): Promise<MonthResult["outcome"][]> {
  const outcomes = new Set<MonthResult["outcome"]>();
  await rejudge({
    databaseUrl: api.databaseUrl,
    clickhouse: api.services.clickhouse,
    apply: true,
    months: null,
    rulesVersion: 2,
    reasonOfAgent: (agent) => (agent === monitor ? "monitor: OurMonitor" : ""),
    onMonth: ({ outcome }) => outcomes.add(outcome),
    ...some,
  });
  return [...outcomes];
}

/** Stored sums of an account by table and day, as comparable text. */
async function sumsOf(ownerId: string): Promise<Map<string, string>> {
  const quarters = (table: string) =>
    `SELECT toString(toDate(quarter)) AS day, '${table}' AS name, toString((sum(t.people), sum(t.bots))) AS value FROM ${table} AS t
     WHERE owner_id = '${ownerId}' GROUP BY day`;
  const visitors = (table: string) =>
    `SELECT toString(d.day) AS day, '${table}' AS name, toString((uniqCombinedMerge(14)(d.people), uniqCombinedMerge(14)(d.everyone))) AS value
     FROM ${table} AS d WHERE owner_id = '${ownerId}' GROUP BY d.day`;
  return sumsBy(
    [quarters("link_quarter"), quarters("owner_quarter"), visitors("link_day"), visitors("owner_day")].join(
      " UNION ALL ",
    ),
  );
}

/** Sums of an account by table and day, computed from the clicks, as comparable text. */
function sumsOfClicks(ownerId: string): Promise<Map<string, string>> {
  const counted = (name: string, value: string) =>
    `SELECT toString(toDate(at)) AS day, '${name}' AS name, toString(${value}) AS value FROM clicks WHERE owner_id = '${ownerId}' GROUP BY day`;
  const clicks = "(countIf(NOT is_bot), countIf(is_bot))";
  const visitors = "(uniqCombinedIf(14)(visitor, NOT is_bot), uniqCombined(14)(visitor))";
  return sumsBy(
    [
      counted("link_quarter", clicks),
      counted("owner_quarter", clicks),
      counted("link_day", visitors),
      counted("owner_day", visitors),
    ].join(" UNION ALL "),
  );
}

async function sumsBy(query: string): Promise<Map<string, string>> {
  const rows = await jsonRows(
    api.services.clickhouse,
    z.object({ day: z.string(), name: z.string(), value: z.string() }),
    `${query} ORDER BY day, name`,
  );
  return new Map(rows.map(({ day, name, value }) => [`${day} ${name}`, value]));
}

const firstDay = () => daysAgo(keptDays).slice(0, 10);
const ofDays = (sums: ReadonlyMap<string, string>, are: (day: string) => boolean) =>
  new Map([...sums].filter(([key]) => are(key.slice(0, 10))));
const cut = (sums: ReadonlyMap<string, string>) => ofDays(sums, (day) => day < firstDay());
const kept = (sums: ReadonlyMap<string, string>) => ofDays(sums, (day) => day >= firstDay());

it("judges the clicks of a month of which a retention has removed others, whose sums stay as they are", async () => {
  const [removed, other] = [await accountWithClicks(), await accountWithClicks()];
  await cutClicksOf(api, removed.user.id, keptDays);
  // Late clicks for days whose other clicks were all removed.
  await insertClicks(api, [removed.click(57), removed.click(51)]);
  const before = await sumsOf(removed.user.id);
  expect(cut(before).size).toBeGreaterThan(90);
  let cameLate = 0;
  const outcomes = await run({
    async onStep(step) {
      if (step === "hold" && cameLate++ === 0) await insertClicks(api, [removed.click(54)]);
    },
  });
  expect(outcomes).toEqual(["applied"]);
  const [after, asClicks] = [await sumsOf(removed.user.id), await sumsOfClicks(removed.user.id)];
  const changed = [...cut(after)].filter(([key, value]) => value !== before.get(key)).map(([key]) => key);
  expect(new Set(changed.map((key) => key.slice(0, 10)))).toEqual(new Set([daysAgo(54).slice(0, 10)]));
  expect(kept(after)).toEqual(kept(asClicks));
  expect(kept(after)).not.toEqual(kept(before));
  expect(await sumsOf(other.user.id)).toEqual(await sumsOfClicks(other.user.id));
  const late = await jsonRows(
    api.services.clickhouse,
    z.object({ isBot: z.boolean(), rules: z.number() }),
    `SELECT is_bot AS isBot, bot_rules AS rules FROM clicks WHERE owner_id = '${removed.user.id}' AND toDate(at) < '${firstDay()}'`,
  );
  expect(late).toEqual([1, 2, 3].map(() => ({ isBot: false, rules: 1 })));
  expect(await run()).toEqual(["unchanged"]);
  expect(await sumsOf(removed.user.id)).toEqual(after);
});
