import { expect, it, onTestFinished } from "vitest";
import { createLogger } from "../logging/logger.ts";
import { freshDatabase } from "../testing/engines.ts";
import { migrate } from "./migrate.ts";
import { createPool } from "./pool.ts";

const first = { name: "0001_a", sql: "CREATE TABLE a (n int)" };
const second = { name: "0002_b", sql: "INSERT INTO a VALUES (1)" };
const base = { name: "0002_base", replaces: "0002_b", sql: "CREATE TABLE a (n int); INSERT INTO a VALUES (1)" };
const third = { name: "0003_c", sql: "INSERT INTO a VALUES (3)" };

async function setUp() {
  const database = await freshDatabase();
  const pool = createPool({
    databaseUrl: database.url,
    logger: createLogger("test", "silent"),
    applicationName: "test",
  });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return {
    pool,
    rows: async () => (await pool.query<{ n: number }>("SELECT n FROM a ORDER BY n")).rows.map(({ n }) => n),
    noted: async () =>
      (
        await pool.query<{ name: string }>("SELECT name FROM hoplog_migration WHERE scope = 's' ORDER BY name")
      ).rows.map(({ name }) => name),
  };
}

it("applies a base to an empty database", async () => {
  const { pool, rows, noted } = await setUp();
  await migrate(pool, "s", [base, third]);
  expect(await rows()).toEqual([1, 3]);
  expect(await noted()).toEqual(["0002_base", "0003_c"]);
});

it("takes the migrations that a base replaces for it, and applies only later ones, whoever starts how often", async () => {
  const { pool, rows, noted } = await setUp();
  await migrate(pool, "s", [first, second]);
  await migrate(pool, "other", [{ ...first, sql: "SELECT 1" }]);
  for (let start = 0; start < 2; start++) {
    await Promise.all([1, 2, 3].map(() => migrate(pool, "s", [base, third])));
    expect(await rows()).toEqual([1, 3]);
    expect(await noted()).toEqual(["0002_base", "0003_c"]);
  }
  await migrate(pool, "other", [{ ...first, sql: "SELECT 1" }]);
});

it("takes them for it when later ones are applied already", async () => {
  const { pool, rows, noted } = await setUp();
  await migrate(pool, "s", [first, second, third]);
  await migrate(pool, "s", [base, third]);
  expect(await rows()).toEqual([1, 3]);
  expect(await noted()).toEqual(["0002_base", "0003_c"]);
});

it("is refused by a version that knows only the replaced ones", async () => {
  const { pool, noted } = await setUp();
  await migrate(pool, "s", [first, second]);
  await migrate(pool, "s", [base, third]);
  await expect(migrate(pool, "s", [first, second])).rejects.toThrow(/s\/0002_base has been applied by a newer version/);
  expect(await noted()).toEqual(["0002_base", "0003_c"]);
});

it("refuses data that is older than a base, noted or not, and leaves it as it is", async () => {
  const { pool, noted } = await setUp();
  const sentence =
    "The data (s) is older than hoplog 1.0. Start hoplog once with commit 6dbd9b43, then start this version.";
  await migrate(pool, "s", [first]);
  await expect(migrate(pool, "s", [base, third])).rejects.toMatchObject({ name: "MigrationError", message: sentence });
  expect(await noted()).toEqual(["0001_a"]);
  await pool.query("DELETE FROM hoplog_migration");
  await expect(migrate(pool, "s", [base, third])).rejects.toMatchObject({ name: "MigrationError", message: sentence });
});

it("refuses data that a newer version has migrated, before and after a base", async () => {
  const { pool } = await setUp();
  await migrate(pool, "s", [first, second, third, { name: "0004_d", sql: "SELECT 1" }]);
  const newer = /s\/0004_d has been applied by a newer version/;
  await expect(migrate(pool, "s", [base, third])).rejects.toThrow(newer);
});

it("refuses a base that has changed", async () => {
  const { pool } = await setUp();
  await migrate(pool, "s", [base]);
  await expect(migrate(pool, "s", [{ ...base, sql: "SELECT 1" }])).rejects.toThrow(/s\/0002_base has been changed/);
});
