import { createServer, type Server } from "node:http";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import { insertClicks, insertMisses } from "@hoplog/api/testing/clicks.js";
import { convertSome } from "@hoplog/api/testing/conversions.js";
import { importVisits } from "@hoplog/api/testing/importedVisits.js";
import { cutClicksOf } from "@hoplog/api/testing/retention.js";
import { countRequestsSince } from "@hoplog/api/testing/ledger.js";
import { useVisits } from "@hoplog/api/testing/caps.js";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "@hoplog/api/testing/testApi.js";
import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { NoSuchAccount } from "./account.ts";
import { compareMarks } from "./cuts.ts";
import { reportText } from "./report.ts";
import { createHolds } from "@hoplog/platform/postgres/clicksHold.js";
import { AnotherRuns, type Verification, verify } from "./verify.ts";
import { type ProjectionTotals, verifyProjections } from "./verifyProjections.ts";

// Each verification reads thousands of figures.
vi.setConfig({ testTimeout: 180_000 });

const tokenSecret = "a secret that only the tests know, long enough";
let api: TestApi;
let apiUrl: string;

beforeAll(async () => {
  api = await openTestApi();
  apiUrl = await api.app.listen({ host: "127.0.0.1", port: 0 });
  // What is wrong with counted requests is another test's: here rows are written that no redirector has counted.
  await countRequestsSince(api, new Date(Date.now() + 365 * day));
});
afterAll(() => api.close());

const day = 24 * 60 * 60 * 1000;

/** An account with links in and out of a group, and clicks of people and bots over two months. */
async function account() {
  const user = await signUp(api);
  const { body } = await call(api, "POST", "/api/groups", { user, body: { name: "Secret plans" } });
  const groupId = (body["data"] as { _id: string })._id;
  const links = [
    await makeLink(api, user, { groupId }),
    await makeLink(api, user),
    await makeLink(api, user, { groupId }),
    await makeLink(api, user),
  ];
  await call(api, "PATCH", `/api/urls/${links[1]?.id}/toggle-status`, { user });
  await call(api, "PUT", `/api/urls/${links[1]?.id}`, { user, body: { isArchived: true, tags: ["old"] } });
  const expired = { expiresAt: "2026-01-01T00:00:00Z" };
  await call(api, "PUT", `/api/urls/${links[2]?.id}`, { user, body: expired });
  const when = { field: "visitor", op: "in", values: ["bot"] };
  const rules = [{ when, then: { url: "https://example.com/bots" } }];
  await call(api, "PUT", `/api/urls/${links[0]?.id}`, { user, body: { rules } });
  await call(api, "PUT", `/api/urls/${links[3]?.id}`, { user, body: { maxClicks: 2 } });
  await useVisits(api, links[3]?.id ?? "", 2);
  const countries = ["DE", "FR", "US", "NP", ""];
  const browsers = ["Firefox", "Chrome", "Safari"];
  await insertClicks(
    api,
    Array.from({ length: 600 }, (_, i) => ({
      ownerId: user.id,
      linkId: links[i % 3]?.id ?? "",
      at: new Date(Date.now() - (i % 60) * day * 0.97).toISOString(),
      visitor: i % 100,
      country: countries[i % countries.length] ?? "",
      browser: browsers[i % 7] ?? "",
      isp: `Network ${i % 11}`,
      device: i % 4 === 0 ? "mobile" : "desktop",
      referrer: i % 5 === 0 ? "example.com" : "",
      isBot: i % 9 === 0,
      botReason: i % 2 === 0 ? "crawler: Googlebot" : "http library",
      userAgent: `agent ${i % 6}`,
      asn: i % 4 === 0 ? 0 : 4_200_000_000 + (i % 3),
      botRules: i % 2,
      rule: i % 9 === 0 ? 1 : 0,
      arm: i % 4 === 1 ? 2 : 0,
    })),
  );
  await importVisits(api, user.id, links[2]?.id ?? "");
  await convertSome(api, user, links[2]?.id ?? "");
  const name = `go.${user.id}.example`;
  await call(api, "POST", "/api/domains", { user, body: { name } });
  const { rows } = await api.services.reads.query<{ number: number }>("SELECT number FROM domain WHERE name = $1", [
    name,
  ]);
  const domain = rows[0]?.number ?? -1;
  await insertMisses(
    api,
    Array.from({ length: 90 }, (_, i) => ({
      at: new Date(Date.now() - (i % 9) * day * 0.8).toISOString(),
      code: `lost${i % 13}`,
      host: name,
      domain,
      referrer: i % 4 === 0 ? "" : "example.com",
      country: countries[i % countries.length] ?? "",
      isBot: i % 6 === 0,
      ...(i % 3 === 0 && { ownerId: user.id, linkId: links[1]?.id ?? "" }),
      ...(i % 10 === 1 && { code: "", reason: "base URL" }),
    })),
  );
  return { user, linkId: links[0]?.id ?? "" };
}

const settings = (user: TestUser | null): Verification => ({
  databaseUrl: api.databaseUrl,
  clickhouse: api.services.clickhouse,
  apiUrl,
  tokenSecret,
  account: user?.id ?? null,
  linksInDepth: 2,
  holdMs: 300,
  recheckDelayMs: 10,
  onProgress: () => {},
});

/** The projections alone: what the api shows of them is another question. */
async function projectionsOf(user: TestUser): Promise<ProjectionTotals> {
  const database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
  try {
    return await verifyProjections(settings(user), createHolds(database, user.id), user.id);
  } finally {
    await database.end();
  }
}

async function run(sql: string, params: Record<string, unknown> = {}): Promise<void> {
  await api.services.clickhouse.command({
    query: sql,
    query_params: params,
    clickhouse_settings: { lightweight_deletes_sync: "2" },
  });
}

describe("verify", () => {
  // First, while there are no accounts whose figures would all be compared.
  it("compares the daily sums of misses with those that are kept, and says which day is wrong", async () => {
    await run("ALTER TABLE misses MODIFY TTL toDateTime(at) + toIntervalDay(30)");
    await run(
      "INSERT INTO misses (at, code, reason) SELECT now64(3) - toIntervalDay(number * 20), 'x', 'unknown' FROM numbers(5)",
    );
    await run("OPTIMIZE TABLE misses FINAL");
    expect((await verify(settings(null))).differences).toEqual([]);
    await run("INSERT INTO misses_day SELECT today() - 20, 'unknown', 2");
    const today = new Date(Date.now() - 20 * day).toISOString().slice(0, 10);
    expect((await verify(settings(null))).differences).toEqual([
      { where: `misses_day ${today} unknown`, expected: "1 misses", found: "3 misses" },
    ]);
    await run(
      "INSERT INTO misses (at, code, reason) SELECT now64(3) - toIntervalDay(20), 'x', 'unknown' FROM numbers(2)",
    );
    for (const table of ["misses_day", "misses", "misses_by_owner"]) await run(`TRUNCATE TABLE ${table}`);
  });

  it("compares misses by owner with those by code, and says of which owner, domain and day they differ", async () => {
    const write = (code: string) =>
      run(`INSERT INTO misses (at, code, reason, domain) SELECT now64(3), '${code}', 'unknown', 7 FROM numbers(2)`);
    await write("x");
    expect((await verify(settings(null))).differences).toEqual([]);
    await run("INSERT INTO misses_by_owner (at, code, reason, domain) SELECT now64(3), 'x', 'unknown', 7");
    const where = expect.stringMatching(/^misses_by_owner 00000000-0000-0000-0000-000000000000 7 /);
    expect((await verify(settings(null))).differences).toEqual([{ where, expected: "2 misses", found: "3 misses" }]);
    await run("TRUNCATE TABLE misses_by_owner");
    await run("INSERT INTO misses_by_owner (at, code, reason, domain) SELECT at, 'y', 'unknown', 7 FROM misses");
    expect((await verify(settings(null))).differences).toEqual([{ where, expected: "2 misses", found: "2 others" }]);
    for (const table of ["misses_day", "misses", "misses_by_owner"]) await run(`TRUNCATE TABLE ${table}`);
  });

  it("finds nothing where everything is right, of one account and of everything", async () => {
    const { user } = await account();
    const report = await verify(settings(user));
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ accounts: 1, links: 4, linksInDepth: 2, clicks: 603, unlisted: 0 });
    expect(report.figures).toBeGreaterThan(5000);
    await account();
    const everything = await verify(settings(null));
    expect(everything.differences).toEqual([]);
    expect(everything.accounts).toBeGreaterThan(1);
    expect(everything.clicks).toBeGreaterThanOrEqual(1200);
    expect(reportText(everything)).toMatch(/^Everything is as the raw clicks say\.\nAccounts \d+/);
  });

  it("finds nothing where single clicks were removed, and what is wrong in the sums that are left", async () => {
    const { user, linkId } = await account();
    await cutClicksOf(api, user.id, 30);
    const report = await verify(settings(user));
    expect(report.differences).toEqual([]);
    expect(report.clicks).toBeLessThan(400);
    const params = { owner: user.id, link: linkId };
    await run(
      `INSERT INTO owner_quarter SELECT {owner: UUID}, min(quarter), 1, 0 FROM link_quarter WHERE owner_id = {owner: UUID}`,
      params,
    );
    await run(
      `INSERT INTO link_day (owner_id, link_id, day, people, everyone) SELECT {owner: UUID}, {link: UUID}, today() - 40,
         uniqCombinedState(14)(toUInt64(77)), uniqCombinedState(14)(toUInt64(77))`,
      params,
    );
    const wrong = (await projectionsOf(user)).differences.map(({ where }) => where.split(" ")[0]);
    expect(wrong.toSorted()).toEqual(["owner_day", "owner_quarter"]);
    await run("INSERT INTO clicks_cut SELECT {owner: UUID}, today() - 3", params);
    const batchId = "00000000-0000-4000-8000-00000000c0de";
    await run(`INSERT INTO cut_batch SELECT '${batchId}', today() - 2`);
    await insertClicks(api, [{ ownerId: user.id, linkId, at: new Date(Date.now() - 50 * day).toISOString(), batchId }]);
    const database = new pg.Client({ connectionString: api.databaseUrl });
    await database.connect();
    try {
      const marks = await compareMarks(api.services.clickhouse, database, user.id);
      expect(marks.differences.map(({ where }) => where)).toEqual([`clicks_cut of ${user.id}`]);
      const { differences } = await verifyProjections(settings(null), createHolds(database, null), null);
      expect(differences.map(({ where }) => where)).toContain(`clicks of ${user.id} before its cut`);
    } finally {
      await database.end();
    }
    // For the tests behind this one.
    for (const table of ["clicks", "link_quarter", "owner_quarter", "link_day", "owner_day", "clicks_cut"])
      await run(`DELETE FROM ${table} WHERE owner_id = {owner: UUID}`, params);
    await run("TRUNCATE TABLE cut_batch");
    await api.services.reads.query("DELETE FROM click_retention");
  });

  it("knows an account by its e-mail address, and says when there is none", async () => {
    const user = await signUp(api);
    expect(await verify({ ...settings(user), account: user.email.toUpperCase() })).toMatchObject({ accounts: 1 });
    await expect(verify({ ...settings(user), account: "nobody@example.com" })).rejects.toThrow(NoSuchAccount);
  });

  it("leaves no copies behind, and drops those of a run that was killed", async () => {
    const { user } = await account();
    await run("CREATE TABLE verify_0badcafe_clicks CLONE AS clicks");
    await verify(settings(user));
    const left = await api.services.clickhouse.query({
      query: "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'verify%'",
      format: "JSONEachRow",
    });
    expect(await left.json()).toEqual([]);
  });

  it("lets nobody write clicks while it reads, and nobody verify beside it", async () => {
    const { user } = await account();
    const writer = new pg.Client({ connectionString: api.databaseUrl });
    await writer.connect();
    await writer.query("SELECT pg_advisory_lock_shared(hashtextextended($1, 0))", [clicksWrittenLock]);
    let isDone = false;
    const first = verify(settings(user)).finally(() => (isDone = true));
    const waiting = () =>
      writer.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").then(({ rowCount }) => rowCount);
    await expect.poll(waiting).toBe(1);
    await expect(verify(settings(user))).rejects.toThrow(AnotherRuns);
    expect(isDone).toBe(false);
    await writer.query("SELECT pg_advisory_unlock_shared(hashtextextended($1, 0))", [clicksWrittenLock]);
    expect((await first).differences).toEqual([]);
    await writer.end();
  });
});

/** One wrong thing each; `table` is where it must be found. */
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
];

describe("a planted difference", () => {
  it.each(planted)("is found: $what", async ({ table, sql }) => {
    const { user, linkId } = await account();
    await run(sql, { owner: user.id, link: linkId });
    const { differences } = await projectionsOf(user);
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
    const { differences } = await verify({ ...settings(user), linksInDepth: 1 });
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

  it("of the api is found, wherever it is", async () => {
    const { user } = await account();
    const lies: readonly Lie[] = [
      ["/api/dashboard?", '"totalClicks":', "GET /api/dashboard?tz=UTC&bots=false overview.totalClicks"],
      ["/api/dashboard/analytics?", '"clicks":', "GET /api/dashboard/analytics?period=24h&tz=UTC&bots=false"],
      ["/api/urls?", '"noOfClicks":', "GET /api/urls?limit=100&page=1&sort=created"],
      ["/api/groups?", '"totalClicks":', "GET /api/groups?limit=100&page=1&bots=false [0].totalClicks"],
      ["/stats?", '"totalClicks":', "/stats?tz=UTC&bots=false totalClicks"],
      ["/stats?", '"count":', "/stats?tz=UTC&bots=false topCountries[0].count"],
      ["/decisions?", '"people":', "/decisions?startDate"],
      ["/graphql", '"clicks":', "GraphQL "],
    ];
    const liar = await lyingProxy(apiUrl, lies);
    onTestFinished(() => void liar.server.close());
    const report = await verify({ ...settings(user), apiUrl: liar.url, linksInDepth: 1 });
    const found = report.differences.map(({ where }) => where);
    for (const [, , where] of lies) expect(found).toContainEqual(expect.stringContaining(where));
    expect(reportText(report)).toMatch(/^\d+ figures differ:/);
    expect(reportText(report)).not.toContain("Secret plans");
  });
});

/** In answers to addresses with the first part in them, the first number after the second is wrong; found at the third. */
type Lie = readonly [path: string, key: string, where: string];

/** Hands everything on, but makes numbers that lies name one higher. */
async function lyingProxy(target: string, lies: readonly Lie[]): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray());
      const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
      const answer = await fetch(`${target}${request.url}`, {
        method: request.method ?? "GET",
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(body.length > 0 && { body }),
      });
      let text = await answer.text();
      for (const [path, key] of lies) {
        if (!request.url?.includes(path)) continue;
        text = text.replace(
          new RegExp(`(${key})(\\d+)`),
          (_, name: string, value: string) => name + (Number(value) + 1),
        );
      }
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("no port");
  return { url: `http://127.0.0.1:${address.port}`, server };
}
