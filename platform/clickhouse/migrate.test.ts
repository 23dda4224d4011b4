import { describe, expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations, statementsOf } from "./migrate.ts";

/** Lets one in at a time, as the lock in Postgres does for processes. */
function exclusive() {
  let last: Promise<void> = Promise.resolve();
  return (work: () => Promise<void>): Promise<void> => (last = last.catch(() => {}).then(work));
}

const first = { name: "0001_a", sql: "CREATE TABLE IF NOT EXISTS a (n UInt8) ENGINE = MergeTree ORDER BY n;\n" };
const second = { name: "0002_b", sql: "-- one; two\nINSERT INTO a VALUES (1);\nINSERT INTO a VALUES (2);" };

describe("migrateClickHouse", () => {
  it("applies each migration once, also when several start together", async () => {
    const { settings, rows } = await clickHouseToMigrate();
    const exclusively = exclusive();
    await Promise.all([1, 2, 3].map(() => migrateClickHouse(settings, [first, second], exclusively)));
    await migrateClickHouse(settings, [first, second], exclusively);
    expect(await rows("SELECT n FROM a ORDER BY n")).toEqual([[1], [2]]);
    expect(await rows("SELECT name FROM schema_migration ORDER BY name")).toEqual([["0001_a"], ["0002_b"]]);
  });

  it("makes the database when it is missing", async () => {
    const { settings, rows, drop } = await clickHouseToMigrate();
    await drop();
    await migrateClickHouse(settings, [first], exclusive());
    expect(await rows("SELECT count() FROM a")).toEqual([[0]]);
  });

  it("refuses a migration that was changed", async () => {
    const { settings } = await clickHouseToMigrate();
    await migrateClickHouse(settings, [first], exclusive());
    const changed = { ...first, sql: "SELECT 1" };
    await expect(migrateClickHouse(settings, [changed], exclusive())).rejects.toThrow(/0001_a has been changed/);
  });

  it("goes on where a failed one stopped", async () => {
    const { settings, rows } = await clickHouseToMigrate();
    const broken = { name: "0002_b", sql: "SELECT nonsense FROM nowhere;" };
    await expect(migrateClickHouse(settings, [first, broken], exclusive())).rejects.toThrow(/nowhere/);
    await migrateClickHouse(settings, [first, second], exclusive());
    expect(await rows("SELECT n FROM a ORDER BY n")).toEqual([[1], [2]]);
  });

  it("finds the migrations of the product, in order", async () => {
    const names = (await readMigrations(clickHouseMigrationsFolder())).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(["0001_clicks", "0002_projections"]);
    expect(names).toEqual(names.toSorted());
  });
});

it("splits statements at semicolons that end a line", () => {
  expect(statementsOf("-- a; b\nSELECT ';' AS x;\n\n  -- c\nSELECT 2\n  , 3; \nSELECT 4")).toEqual([
    "SELECT ';' AS x",
    "SELECT 2\n  , 3",
    "SELECT 4",
  ]);
});
