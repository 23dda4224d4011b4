import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { insertClicks } from "@hoplog/api/testing/clicks.js";
import { cutClicksOf } from "@hoplog/api/testing/retention.js";
import type { TestApi, TestUser } from "@hoplog/api/testing/testApi.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import { NoSuchAccount } from "./account.ts";
import { compareMarks } from "./cuts.ts";
import { reportText } from "./report.ts";
import {
  day,
  openAccount,
  openVerifiedWorld,
  projectionsOf,
  runSql,
  settingsOf,
  type VerifiedWorld,
} from "./testing/world.ts";
import { AlreadyRunningError, verify } from "./verify.ts";

// Each verification reads thousands of figures.
vi.setConfig({ testTimeout: 360_000 });

let world: VerifiedWorld;
let api: TestApi;
beforeAll(async () => {
  world = await openVerifiedWorld();
  ({ api } = world);
});
afterAll(() => api.close());

const account = () => openAccount(world);
const settings = (user: TestUser | null) => settingsOf(world, user);
const run = (sql: string, params?: Record<string, unknown>) => runSql(world, sql, params);

describe("verify", () => {
  // This must be the first test, because verifying all accounts is only fast while there are none.
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

  it("finds nothing where everything is right of one account, known by its e-mail address; nobody writes clicks or verifies meanwhile, and no copies are left", async () => {
    const { user } = await account();
    const left = async () => {
      const result = await api.services.clickhouse.query({
        query: "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'verify%'",
        format: "JSONEachRow",
      });
      return result.json();
    };
    // A copy of a killed run.
    await run("CREATE TABLE verify_0badcafe_clicks CLONE AS clicks");
    expect(await left()).toHaveLength(1);
    const writer = new pg.Client({ connectionString: api.databaseUrl });
    await writer.connect();
    await writer.query(sql`SELECT pg_advisory_lock_shared(hashtextextended(${clicksWrittenLock}, 0))`);
    let isDone = false;
    const verified = verify({ ...settings(user), account: user.email.toUpperCase() }).finally(() => (isDone = true));
    const waiting = () =>
      writer.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").then(({ rowCount }) => rowCount);
    await expect.poll(waiting).toBe(1);
    await expect(verify(settings(user))).rejects.toThrow(AlreadyRunningError);
    expect(isDone).toBe(false);
    await writer.query(sql`SELECT pg_advisory_unlock_shared(hashtextextended(${clicksWrittenLock}, 0))`);
    await writer.end();
    const report = await verified;
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ accounts: 1, links: 4, linksInDepth: 2, clicks: 603, unlisted: 0 });
    expect(report.figures).toBeGreaterThan(5000);
    expect(await left()).toEqual([]);
  });

  it("says when no account has the e-mail address", async () => {
    await expect(verify({ ...settings(null), account: "nobody@example.com" })).rejects.toThrow(NoSuchAccount);
  });

  it("finds nothing where everything of all accounts is right", async () => {
    await account();
    const everything = await verify({ ...settings(null), linksInDepth: 1 });
    expect(everything.differences).toEqual([]);
    expect(everything.accounts).toBeGreaterThan(1);
    expect(everything.clicks).toBeGreaterThanOrEqual(1200);
    expect(reportText(everything)).toMatch(/^All figures agree with the raw clicks\.\nAccounts \d+/);
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
    const wrong = (await projectionsOf(world, user)).differences.map(({ where }) => where.split(" ")[0]);
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
      const { differences } = await projectionsOf(world, null);
      expect(differences.map(({ where }) => where)).toContain(`clicks of ${user.id} before its cut`);
    } finally {
      await database.end();
    }
    // Deletes the clicks before the next tests.
    for (const table of ["clicks", "link_quarter", "owner_quarter", "link_day", "owner_day", "clicks_cut"])
      await run(`DELETE FROM ${table} WHERE owner_id = {owner: UUID}`, params);
    await run("TRUNCATE TABLE cut_batch");
    await api.services.reads.query("DELETE FROM click_retention");
  });
});
