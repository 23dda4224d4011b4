import { sql } from "@hoplog/platform/postgres/sql.js";
import { agentBotReason } from "@hoplog/platform/visitor/botRules.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { storeAccountLists } from "../../link/topLists/storeAccountLists.ts";
import { storeTopLists } from "../../link/topLists/storeTopLists.ts";
import { insertClicks, type TestClick } from "../../../testing/clicks.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";
import { z } from "zod";
import { steps } from "./month.ts";
import { type MonthResult, rejudge, type RejudgeJob } from "./rejudge.ts";

const nameRow = z.object({ name: z.string() });

let api: TestApi;
/** A connection with the owner's rights, because the API's user cannot change the reclassified months. */
let database: pg.Client;
let user: TestUser;
let links: readonly string[];
beforeAll(async () => {
  api = await openTestApi();
  database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
});
beforeEach(async () => {
  user = await signUp(api);
  links = [(await makeLink(api, user)).id, (await makeLink(api, user)).id];
});
afterEach(forgetClicks);
afterAll(async () => {
  await database.end();
  await api.close();
});

/** Empties the tables of ClickHouse except `schema_migration`, and deletes all records of reclassified months. */
async function forgetClicks(): Promise<void> {
  const { clickhouse } = api.services;
  const filled = await jsonRows(
    clickhouse,
    nameRow,
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND total_rows > 0 AND name != 'schema_migration'`,
  );
  for (const { name } of filled) await clickhouse.command({ query: `TRUNCATE TABLE ${name} SYNC` });
  await database.query("DELETE FROM rejudged_month");
}

/** Clicks are recent, because user agents are stored for a limited time only. */
const today = new Date();
const at = (daysAgo: number, hour: number) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - daysAgo, hour)).toISOString();

const firefox = "Mozilla/5.0 Firefox/144.0";
const monitor = "OurMonitor/1.0";

/** Rules of a newer release that classify monitors as bots and curl as a person. */
const newer = (agent: string) =>
  agent === monitor ? "monitor: OurMonitor" : agent.startsWith("curl/") ? "" : agentBotReason(agent);

/** Visits on the given number of days up to today; 40 days cover two or three months. */
function visits(days = 40): TestClick[] {
  return Array.from({ length: 240 }, (_, i): TestClick => {
    const click = {
      ownerId: user.id,
      linkId: links[i % 2] ?? "",
      at: at(i % days, i % 24),
      visitor: i % 30,
      botRules: 1,
    };
    const kinds: Partial<TestClick>[] = [
      { userAgent: firefox },
      { userAgent: monitor },
      { userAgent: "curl/8.5.0", isBot: true, botReason: "http library: curl" },
      { userAgent: "", isBot: true, botReason: "no user agent" },
      // Clicks without a stored user agent keep their classification, and so do own visits.
      { userAgent: "", isBot: true, botReason: "http library: curl" },
      { userAgent: "curl/8.5.0", isBot: true, botReason: "own visit: address" },
    ];
    return { ...click, ...kinds[i % 6] };
  });
}

function run(some: Partial<RejudgeJob> = {}): Promise<MonthResult[]> {
  const results: MonthResult[] = [];
  return rejudge({
    databaseUrl: api.databaseUrl,
    clickhouse: api.services.clickhouse,
    apply: true,
    months: null,
    rulesVersion: 2,
    reasonOfAgent: newer,
    onMonth: (result) => results.push(result),
    ...some,
  }).then(() => results);
}

const verdictRow = z.object({
  agent: z.string(),
  reason: z.string(),
  isBot: z.boolean(),
  rules: z.number(),
  n: z.coerce.number(),
});
const verdicts = () =>
  jsonRows(
    api.services.clickhouse,
    verdictRow,
    `SELECT user_agent AS agent, bot_reason AS reason, is_bot AS isBot, bot_rules AS rules, count() AS n FROM clicks
     GROUP BY ALL ORDER BY ALL`,
  );

const expected = [
  { agent: "", reason: "http library: curl", isBot: true, rules: 1, n: 40 },
  { agent: "", reason: "no user agent", isBot: true, rules: 2, n: 40 },
  { agent: firefox, reason: "", isBot: false, rules: 2, n: 40 },
  { agent: monitor, reason: "monitor: OurMonitor", isBot: true, rules: 2, n: 40 },
  { agent: "curl/8.5.0", reason: "", isBot: false, rules: 2, n: 40 },
  { agent: "curl/8.5.0", reason: "own visit: address", isBot: true, rules: 1, n: 40 },
];

const differenceRow = z.object({ table: z.string(), differing: z.coerce.number() });

/** Returns the number of rows of each sums table that differ from the clicks. */
function differences() {
  const sums = (
    table: string,
    keys: string,
    made: string,
  ) => `SELECT '${table}' AS table, countIf(n != 2) AS differing FROM (
    SELECT count() AS n FROM (
      SELECT ${keys}, toInt64(sum(t.people)) AS p, toInt64(sum(t.bots)) AS b FROM ${table} AS t GROUP BY ${keys} HAVING p + b != 0
      UNION ALL SELECT ${made}, toInt64(countIf(NOT is_bot)) AS p, toInt64(countIf(is_bot)) AS b FROM clicks GROUP BY ${keys})
    GROUP BY ${keys}, p, b)`;
  const visitors = (
    table: string,
    keys: string,
    made: string,
  ) => `SELECT '${table}' AS table, countIf(n != 2) AS differing FROM (
    SELECT count() AS n FROM (
      SELECT ${keys}, uniqCombinedMerge(14)(t.people) AS p, uniqCombinedMerge(14)(t.everyone) AS e FROM ${table} AS t GROUP BY ${keys}
      UNION ALL SELECT ${made}, uniqCombinedIf(14)(visitor, NOT is_bot) AS p, uniqCombined(14)(visitor) AS e FROM clicks GROUP BY ${keys})
    GROUP BY ${keys}, p, e)`;
  return jsonRows(
    api.services.clickhouse,
    differenceRow,
    [
      sums("link_quarter", "owner_id, link_id, quarter", "owner_id, link_id, toStartOfFifteenMinutes(at) AS quarter"),
      sums("owner_quarter", "owner_id, quarter", "owner_id, toStartOfFifteenMinutes(at) AS quarter"),
      visitors("link_day", "owner_id, link_id, day", "owner_id, link_id, toDate(at) AS day"),
      visitors("owner_day", "owner_id, day", "owner_id, toDate(at) AS day"),
    ].join(" UNION ALL "),
  );
}

async function expectSumsAsClicks(): Promise<void> {
  expect((await differences()).filter(({ differing }) => differing > 0)).toEqual([]);
}

async function partlyReclassified(): Promise<number> {
  const text = await api.registry.getSingleMetricAsString("hoplog_api_partly_reclassified_months");
  return Number(/^hoplog_api_partly_reclassified_months(?:{[^}]*})? (\d+)$/m.exec(text)?.[1]);
}

const leftovers = () =>
  jsonRows(
    api.services.clickhouse,
    nameRow,
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'rejudge_')",
  );

describe("judging the past again", () => {
  it("tells by link and day what would change, and changes nothing", async () => {
    const clicks = visits();
    await insertClicks(api, clicks);
    const before = await verdicts();
    const results = await run({ apply: false });
    const effects = results.flatMap((result) => result.effects);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["tried"]));
    for (const linkId of links) {
      const days = new Set(clicks.map((click) => click.at.slice(0, 10)));
      for (const day of days) {
        const of = clicks.filter((click) => click.linkId === linkId && click.at.startsWith(day));
        const toBots = of.filter(({ userAgent }) => userAgent === monitor).length;
        const toPeople = of.filter(
          ({ botReason, userAgent }) => userAgent !== "" && botReason === "http library: curl",
        ).length;
        const found = effects.find((effect) => effect.linkId === linkId && effect.day === day);
        expect(found ?? { toBots: 0, toPeople: 0 }).toMatchObject({ toBots, toPeople });
      }
    }
    expect(await verdicts()).toEqual(before);
    expect(await leftovers()).toEqual([]);
  });

  it("changes exactly those clicks, and every sum with them; once more changes nothing", async () => {
    await insertClicks(api, visits());
    await expectSumsAsClicks();
    const results = await run();
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["applied"]));
    expect(await verdicts()).toEqual(expected);
    await expectSumsAsClicks();
    expect(await leftovers()).toEqual([]);
    expect((await run()).map(({ outcome }) => outcome)).toEqual(results.map(() => "unchanged"));
  });

  it("goes by the verdicts of each workspace's owner", async () => {
    const other = await signUp(api);
    const theirs = (await makeLink(api, other)).id;
    await insertClicks(api, [
      ...visits(),
      ...visits().map((click) => ({ ...click, ownerId: other.id, linkId: theirs })),
    ]);
    const body = { verdicts: [{ field: "agent", value: "firefox", verdict: "bot" }] };
    await call(api, "PUT", "/api/bots/rules", { user, body });
    await run({ reasonOfAgent: agentBotReason, rulesVersion: 1 });
    const rows = await jsonRows(
      api.services.clickhouse,
      z.object({ owner: z.string(), n: z.coerce.number() }),
      "SELECT owner_id AS owner, count() AS n FROM clicks WHERE bot_reason = 'workspace: agent' GROUP BY owner",
    );
    expect(rows).toEqual([{ owner: user.id, n: 40 }]);
    await expectSumsAsClicks();
    // Clicks are classified as people again when the owner removes the rule.
    await call(api, "PUT", "/api/bots/rules", { user, body: {} });
    await run({ reasonOfAgent: agentBotReason, rulesVersion: 1 });
    expect((await verdicts()).filter(({ reason }) => reason.startsWith("workspace"))).toEqual([]);
    await expectSumsAsClicks();
  });

  it.each(steps)(
    "that is killed before %s is finished by the next run, also by one that only tries",
    async (killedAt) => {
      await insertClicks(api, visits(1));
      const killed = run({
        onStep: (step) => {
          if (step === killedAt) throw new Error("killed");
        },
      });
      await expect(killed).rejects.toThrow("killed");
      const isHalf = steps.indexOf(killedAt) > steps.indexOf("mark");
      expect(await partlyReclassified()).toBe(isHalf ? 1 : 0);
      await insertClicks(api, [
        { ownerId: user.id, linkId: links[0] ?? "", at: at(3, 5), userAgent: firefox, botRules: 2 },
      ]);
      await run({ apply: false });
      expect(await partlyReclassified()).toBe(0);
      await expectSumsAsClicks();
      await run();
      expect(await verdicts()).toEqual(expected.map((row) => (row.agent === firefox ? { ...row, n: 41 } : row)));
      await expectSumsAsClicks();
      expect(await leftovers()).toEqual([]);
    },
  );

  it("loses and doubles nothing that is counted meanwhile, and holds writers for a small part of the time", async () => {
    await insertClicks(api, visits());
    const writing = new AbortController();
    let written = 0;
    const writer = (async () => {
      const lock = new pg.Client({ connectionString: api.databaseUrl });
      await lock.connect();
      while (!writing.signal.aborted) {
        await lock.query("BEGIN");
        await lock.query(sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${clicksWrittenLock}, 0))`);
        const batchId = crypto.randomUUID();
        const click = {
          ownerId: user.id,
          linkId: links[0] ?? "",
          at: at(written % 40, 3),
          userAgent: "curl/8.5.0",
          botRules: 2,
        };
        await insertClicks(api, [{ ...click, batchId }]);
        written++;
        await lock.query("COMMIT");
      }
      await lock.end();
    })();
    await expect.poll(() => written).toBeGreaterThan(3);
    const before = written;
    const begunAt = performance.now();
    const results = await run();
    const tookMs = performance.now() - begunAt;
    expect(written).toBeGreaterThan(before);
    writing.abort();
    await writer;
    expect(await verdicts()).toEqual(
      expected.map((row) => (row.agent === "curl/8.5.0" && !row.isBot ? { ...row, n: 40 + written } : row)),
    );
    await expectSumsAsClicks();
    for (const { heldMs } of results) expect(heldMs).toBeLessThan(tookMs / 2);
  });

  it("drops the stored lists of days whose clicks have changed places, and stores them anew", async () => {
    const day = at(2, 0).slice(0, 10);
    const many = Array.from({ length: 6000 }, (_, i): TestClick => {
      const click = { ownerId: user.id, linkId: links[0] ?? "", at: at(2, i % 24), visitor: i, botRules: 1 };
      // The run reclassifies 3,000 clicks from DE as bots and 3,000 from FR as people, so that totals do not change but
      // lists do.
      return i % 2 === 0
        ? { ...click, userAgent: monitor, country: "DE" }
        : { ...click, userAgent: "curl/8.5.0", isBot: true, botReason: "http library: curl", country: "FR" };
    });
    await insertClicks(api, many);
    const { clickhouse } = api.services;
    await storeTopLists(clickhouse, day, 1);
    await storeAccountLists(clickhouse, day, 1);
    const people = (table: string, field: string) =>
      jsonRows(
        clickhouse,
        z.object({ value: z.string(), people: z.coerce.number() }),
        `SELECT value, sum(t.people) AS people FROM ${table} AS t WHERE ${field} = 'country' GROUP BY value HAVING people > 0`,
      );
    expect(await people("link_day_value", "dimension")).toEqual([{ value: "DE", people: 3000 }]);
    await run();
    expect(await people("link_day_value", "dimension")).toEqual([{ value: "FR", people: 3000 }]);
    expect(await people("owner_day_value", "field")).toEqual([{ value: "FR", people: 3000 }]);
  });

  it("makes a month once more where clicks were erased meanwhile", async () => {
    await insertClicks(api, visits());
    const id = links[0] ?? "";
    const passes = "SELECT passes FROM erasure WHERE id = $1";
    let erased = false;
    await run({
      async onStep(step) {
        if (step !== "hold" || erased) return;
        erased = true;
        await call(api, "DELETE", `/api/urls/${id}`, { user });
        // The api erases the clicks and corrects the sums, whatever else runs.
        await expect.poll(async () => (await database.query(passes, [id])).rows).toEqual([{ passes: 1 }]);
      },
    });
    const left = await jsonRows(
      api.services.clickhouse,
      z.object({ link: z.string() }),
      "SELECT DISTINCT link_id AS link FROM clicks",
    );
    expect(left).toEqual([{ link: links[1] }]);
    await run();
    await expectSumsAsClicks();
  });

  it("leaves months as they are whose clicks were removed while the sums stay", async () => {
    await insertClicks(api, visits());
    await api.services.clickhouse.command({ query: "DELETE FROM clicks WHERE cityHash64(click_id) % 2 = 0" });
    const before = await verdicts();
    expect(new Set((await run()).map(({ outcome }) => outcome))).toEqual(new Set(["cut"]));
    expect(await verdicts()).toEqual(before);
  });

  it("is refused while another one runs, and where clicks are replicated", async () => {
    const holder = new pg.Client({ connectionString: api.databaseUrl });
    await holder.connect();
    await holder.query("SELECT pg_advisory_lock(hashtextextended('hoplog rejudging', 0))");
    await expect(run()).rejects.toThrow("already running");
    await holder.end();
  });
});
