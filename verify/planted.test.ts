import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { TestApi, TestUser } from "@hoplog/api/testing/testApi.js";
import { listedFieldNames, listedFields } from "@hoplog/schema/clicks/filters.js";
import { reportText } from "./report.ts";
import { type Tampering, tamperingProxy } from "./testing/tamperingProxy.ts";
import {
  openAccount,
  openVerifiedWorld,
  projectionsOf,
  runSql,
  settingsOf,
  type VerifiedWorld,
} from "./testing/world.ts";
import { verify } from "./verify.ts";

// Each verification reads thousands of figures.
vi.setConfig({ testTimeout: 360_000 });

let world: VerifiedWorld;
let api: TestApi;
let apiUrl: string;
beforeAll(async () => {
  world = await openVerifiedWorld();
  ({ api, apiUrl } = world);
});
afterAll(() => api.close());

const account = () => openAccount(world);
const settings = (user: TestUser | null) => settingsOf(world, user);
const run = (sql: string, params?: Record<string, unknown>) => runSql(world, sql, params);

/** Faults that are inserted one at a time; `table` is where verify must find the fault. */
const planted: readonly { readonly what: string; readonly table: string; readonly sql: string }[] = [
  ...["link_quarter", "owner_quarter", "link_day", "owner_day"].map((table) => ({
    what: `rows removed from ${table}`,
    table,
    sql: `DELETE FROM ${table} WHERE owner_id = {owner: UUID} AND ${table.endsWith("quarter") ? "toDate(quarter)" : "day"} =
      (SELECT toDate(max(at)) FROM clicks WHERE owner_id = {owner: UUID})`,
  })),
  {
    what: "a row added to link_quarter",
    table: "link_quarter",
    sql: "INSERT INTO link_quarter VALUES ({owner: UUID}, {link: UUID}, toStartOfFifteenMinutes(now()), 1, 0)",
  },
  {
    what: "a bot added to owner_quarter, on a day without clicks",
    table: "owner_quarter",
    sql: "INSERT INTO owner_quarter VALUES ({owner: UUID}, '2020-01-01 00:00:00', 0, 1)",
  },
  ...["link_day", "owner_day"].map((table) => ({
    what: `a visitor added to ${table}`,
    table,
    sql: `INSERT INTO ${table} (owner_id, ${table === "link_day" ? "link_id," : ""} day, people, everyone)
      SELECT {owner: UUID}, ${table === "link_day" ? "{link: UUID}," : ""} today(),
      uniqCombinedState(14)(toUInt64(12345)), uniqCombinedState(14)(toUInt64(12345))`,
  })),
  ...["people_end", "everyone_end"].map((column) => ({
    what: `a later ${column} of link_day`,
    table: "link_day",
    sql: `INSERT INTO link_day (owner_id, link_id, day, ${column}) SELECT owner_id, link_id, max(day), 97 FROM link_day
      WHERE owner_id = {owner: UUID} AND link_id = {link: UUID} GROUP BY owner_id, link_id`,
  })),
  {
    what: "a raw click removed",
    table: "link_quarter",
    sql: `DELETE FROM clicks WHERE owner_id = {owner: UUID} AND click_id =
      (SELECT max(click_id) FROM clicks WHERE owner_id = {owner: UUID})`,
  },
  {
    what: "a raw click that is there twice",
    table: "clicks",
    sql: "INSERT INTO clicks SELECT * FROM clicks WHERE owner_id = {owner: UUID} ORDER BY at LIMIT 1",
  },
  {
    what: "another verdict of a sale than of its click",
    table: "conversions",
    sql: `INSERT INTO conversions SELECT * REPLACE (NOT is_bot AS is_bot) FROM conversions FINAL
      WHERE owner_id = {owner: UUID} AND NOT removed ORDER BY conversion_id LIMIT 1`,
  },
];

describe("a planted difference", () => {
  it.each(planted)("is found: $what", async ({ table, sql }) => {
    const { user, linkId } = await account();
    await run(sql, { owner: user.id, link: linkId });
    const { differences } = await projectionsOf(world, user);
    expect(differences.map(({ where }) => where.split(" ")[0])).toContain(table);
  });

  it("in a stored list of the account is found", async () => {
    const { user } = await account();
    const day = "(SELECT min(toDate(quarter)) FROM owner_quarter WHERE owner_id = {owner: UUID})";
    const sums = `FROM owner_quarter AS q WHERE owner_id = {owner: UUID} AND toDate(quarter) = ${day}`;
    for (const [field, value] of [
      ["country", "ZZ"],
      ["country", "DE"],
      ["visitors", ""],
      ["", `2 ${listedFieldNames.join(",")}`],
    ])
      await run(
        `INSERT INTO owner_day_value SELECT {owner: UUID}, {field: String}, ${day}, 1, {value: String}, sum(q.people), sum(q.bots) ${sums}`,
        { owner: user.id, field, value },
      );
    await run(
      `INSERT INTO owner_day_segment SELECT {owner: UUID}, 'country', 'DE', ${day}, 1, arrayWithConstant(96, 1), arrayWithConstant(96, 0),
         uniqCombinedState(14)(number), uniqCombinedState(14)(number) FROM numbers(1)`,
      { owner: user.id },
    );
    const { differences } = await verify({ ...settings(user), linksInDepth: 1, maxAttempts: 1 });
    expect(differences.map(({ where }) => where)).toContainEqual(
      expect.stringMatching(/^GraphQL analytics\(ever.*filters: \[\].* tops/),
    );
    expect(differences.map(({ where }) => where)).toContainEqual(
      expect.stringMatching(/^GraphQL analytics\(ever.*filters: \[\].* figures.uniqueVisitors/),
    );
    expect(differences.map(({ where }) => where)).toContainEqual(
      expect.stringMatching(/^GraphQL analytics\(ever.*filters: \[country is .* figures/),
    );
  });

  it("in what is stored of a field's rare values is found", async () => {
    const { user } = await account();
    const day = "(SELECT max(toDate(quarter)) FROM owner_quarter WHERE owner_id = {owner: UUID})";
    const sums = `FROM owner_quarter AS q WHERE owner_id = {owner: UUID} AND toDate(quarter) = ${day}`;
    // Gives all clicks of that day rare devices; top lists that leave some values out still count these clicks.
    // Everything else remains as counted.
    await run(
      `INSERT INTO owner_day_value SELECT {owner: UUID}, '', ${day}, 1, {version: String}, sum(q.people), sum(q.bots) ${sums}`,
      { owner: user.id, version: `2 ${listedFieldNames.join(",")}` },
    );
    await run(
      `INSERT INTO owner_day_value SELECT {owner: UUID}, 'visitors', ${day}, 1, '', uniqCombinedIf(14)(visitor, NOT is_bot), uniqCombined(14)(visitor)
       FROM clicks WHERE owner_id = {owner: UUID} AND toDate(at) = ${day}`,
      { owner: user.id },
    );
    const pairs = listedFields.map(({ name, column, kind }) =>
      kind === "list"
        ? `arrayMap(one -> ('${name}', one), splitByChar(',', toString(${column})))`
        : `[('${name}', toString(${column}))]`,
    );
    await run(
      `INSERT INTO owner_day_value SELECT {owner: UUID}, pair.1, ${day}, 1, pair.2, countIf(NOT is_bot), countIf(is_bot)
       FROM (SELECT is_bot, arrayJoin(arrayConcat(${pairs.join(", ")})) AS pair FROM clicks WHERE owner_id = {owner: UUID} AND toDate(at) = ${day})
       GROUP BY pair`,
      { owner: user.id },
    );
    const visitors = "(SELECT uniqCombinedState(14)(number) FROM numbers(1))";
    const nobody = "arrayWithConstant(96, 0)";
    await run(
      `INSERT INTO owner_day_segment SELECT {owner: UUID}, 'device', value, day, 1, ${nobody}, ${nobody}, ${visitors}, ${visitors}
       FROM owner_day_value WHERE owner_id = {owner: UUID} AND field = 'device'`,
      { owner: user.id },
    );
    await run(
      `INSERT INTO owner_day_segment SELECT {owner: UUID}, 'rare device', '', ${day}, 1, arrayResize([toUInt32(sum(q.people))], 96),
         arrayResize([toUInt32(sum(q.bots))], 96), ${visitors}, ${visitors} ${sums}`,
      { owner: user.id },
    );
    const { differences } = await verify({ ...settings(user), linksInDepth: 1, maxAttempts: 1 });
    expect(differences.map(({ where }) => where)).toContainEqual(
      expect.stringMatching(/^GraphQL analytics\(90 days, filters: \[device isNot .* figures/),
    );
  });

  it("of the api is found, wherever it is", async () => {
    const { user } = await account();
    const tamperings: readonly Tampering[] = [
      ["/api/dashboard?", '"totalClicks":', "GET /api/dashboard?tz=UTC&bots=false overview.totalClicks"],
      ["/api/dashboard/analytics?", '"clicks":', "GET /api/dashboard/analytics?period=24h&tz=UTC&bots=false"],
      ["/api/urls?", '"noOfClicks":', "GET /api/urls?limit=100&page=1&sort=created"],
      ["/api/groups?", '"totalClicks":', "GET /api/groups?limit=100&page=1&bots=false [0].totalClicks"],
      ["/stats?", '"totalClicks":', "/stats?tz=UTC&bots=false totalClicks"],
      ["/stats?", '"count":', "/stats?tz=UTC&bots=false topCountries[0].count"],
      ["/decisions?", '"people":', "/decisions?startDate"],
      ["/graphql", '"clicks":', "chart by hour chart"],
      ["/graphql", '"clicks":', "filters: [group is "],
      ["/graphql", '"uniqueVisitors":', "filters: [language is"],
      ["/graphql", '"after":', "GraphQL linkEditEffects"],
    ];
    const liar = await tamperingProxy(apiUrl, tamperings);
    onTestFinished(() => void liar.server.close());
    const report = await verify({ ...settings(user), apiUrl: liar.url, linksInDepth: 1, maxAttempts: 1 });
    const found = report.differences.map(({ where }) => where);
    for (const [, , where] of tamperings) expect(found).toContainEqual(expect.stringContaining(where));
    expect(reportText(report)).toMatch(/^\d+ figures? differs?:/);
    expect(reportText(report)).not.toContain("Secret plans");
  });
});
