import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "../logging/logger.ts";
import { freshDatabase } from "../testing/engines.ts";
import { withAdvisoryLock } from "./advisoryLock.ts";
import { createListener } from "./listener.ts";
import { migrate } from "./migrate.ts";
import { createPool } from "./pool.ts";
import { terminateOthers } from "./terminateOthers.ts";
import { inTransaction } from "./transaction.ts";

const logger = createLogger("test", "silent");

async function setUp(max?: number) {
  const database = await freshDatabase();
  const pool = createPool({ databaseUrl: database.url, logger, applicationName: "test", ...(max ? { max } : {}) });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return { pool, url: database.url };
}

describe("pool", () => {
  it("survives lost connections, idle and busy", async () => {
    const { pool, url } = await setUp();
    await Promise.all([pool.query("SELECT 1"), pool.query("SELECT 1")]);
    const busy = pool.query("SELECT pg_sleep(30)");
    const failed = expect(busy).rejects.toThrow();
    await expect
      .poll(async () => (await pool.query("SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(30)'")).rowCount)
      .toBe(1);
    await terminateOthers(url);
    await failed;
    await expect
      .poll(() =>
        pool.query("SELECT 1").then(
          () => "works",
          () => "fails",
        ),
      )
      .toBe("works");
  });
});

describe("inTransaction", () => {
  it("commits what works and rolls back what does not", async () => {
    const { pool } = await setUp(1);
    await pool.query("CREATE TABLE t (n int)");
    await inTransaction(pool, (client) => client.query("INSERT INTO t VALUES (1)"));
    const failing = inTransaction(pool, async (client) => {
      await client.query("INSERT INTO t VALUES (2)");
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect((await pool.query("SELECT n FROM t")).rows).toEqual([{ n: 1 }]);
  });
});

describe("migrate", () => {
  const first = { name: "0001_a", sql: "CREATE TABLE a (n int)" };
  const second = { name: "0002_b", sql: "INSERT INTO a VALUES (1)" };

  it("applies each once, also when many start at the same time", async () => {
    const { pool } = await setUp();
    await Promise.all([1, 2, 3].map(() => migrate(pool, "s", [first, second])));
    await migrate(pool, "s", [first, second]);
    expect((await pool.query("SELECT n FROM a")).rows).toEqual([{ n: 1 }]);
  });

  it("keeps scopes apart", async () => {
    const { pool } = await setUp();
    await migrate(pool, "s", [first]);
    await migrate(pool, "other", [{ ...first, sql: "CREATE TABLE b (n int)" }]);
    expect((await pool.query("SELECT scope FROM hoplog_migration ORDER BY scope")).rows).toHaveLength(2);
  });

  it("refuses a migration that was changed, and a database that is ahead", async () => {
    const { pool } = await setUp();
    await migrate(pool, "s", [first, second]);
    await expect(migrate(pool, "s", [{ ...first, sql: "SELECT 1" }, second])).rejects.toThrow(
      /s\/0001_a has been changed/,
    );
    await expect(migrate(pool, "s", [first])).rejects.toThrow(/s\/0002_b has been applied by a newer version/);
  });

  it("leaves nothing of a migration that fails", async () => {
    const { pool } = await setUp();
    const broken = { name: "0002_broken", sql: "CREATE TABLE c (n int); SELECT * FROM nowhere" };
    await expect(migrate(pool, "s", [first, broken])).rejects.toThrow(/nowhere/);
    await migrate(pool, "s", [first, { ...broken, sql: "CREATE TABLE c (n int)" }]);
    expect((await pool.query("SELECT * FROM c")).rows).toEqual([]);
  });
});

describe("withAdvisoryLock", () => {
  it("lets one in at a time, and frees the lock when the work fails", async () => {
    const { pool } = await setUp();
    const log: string[] = [];
    const enter = (name: string) =>
      withAdvisoryLock(pool, "l", async () => {
        log.push(`${name} in`);
        await pool.query("SELECT pg_sleep(0.02)");
        log.push(`${name} out`);
        if (name === "a") throw new Error("a fails");
      });
    const results = await Promise.allSettled([enter("a"), enter("b")]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(log.map((entry) => entry.slice(2))).toEqual(["in", "out", "in", "out"]);
  });
});

describe("listener", () => {
  it("listens again after a lost connection and says so", async () => {
    const { pool, url } = await setUp();
    const listener = createListener({ databaseUrl: url, applicationName: "listener", logger });
    onTestFinished(() => listener.close());
    const seen: string[] = [];
    const watch = (name: string) => ({
      onNotification: (payload: string) => seen.push(`${name} ${payload}`),
      onGap: () => seen.push(`${name} gap`),
    });
    await listener.listen("one", watch("one"));
    await listener.listen("Two; x", watch("two"));
    await pool.query(`SELECT pg_notify('one', 'a'), pg_notify('Two; x', 'b')`);
    await expect.poll(() => seen).toEqual(["one a", "two b"]);
    await terminateOthers(url);
    await expect.poll(() => seen).toEqual(["one a", "two b", "one gap", "two gap"]);
    await expect
      .poll(() =>
        pool.query("SELECT pg_notify('one', 'c')").then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => seen.at(-1)).toBe("one c");
  });

  it("can be closed while Postgres can't be reached", async () => {
    const listener = createListener({ databaseUrl: "postgres://x:x@127.0.0.1:1/x", applicationName: "l", logger });
    const listening = listener.listen("c", { onNotification: () => {}, onGap: () => {} });
    const refused = expect(listening).rejects.toThrow(/closed/);
    await listener.close();
    await refused;
  });
});
