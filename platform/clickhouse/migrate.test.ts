import { describe, expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations, statementsOf } from "./migrate.ts";

/** Runs work one at a time within this process, like the Postgres lock between processes. */
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

  describe("with a base", () => {
    const base = { name: "0002_base", replaces: "0002_b", sql: `${first.sql}${second.sql}` };
    const third = { name: "0003_c", sql: "INSERT INTO a VALUES (3);" };
    const noted = "SELECT name FROM schema_migration ORDER BY name";

    it("applies it to an empty database", async () => {
      const { settings, rows } = await clickHouseToMigrate();
      await migrateClickHouse(settings, [base, third], exclusive());
      expect(await rows("SELECT n FROM a ORDER BY n")).toEqual([[1], [2], [3]]);
    });

    it("takes the migrations that it replaces for it, and applies only later ones, once", async () => {
      const { settings, client, rows } = await clickHouseToMigrate();
      await migrateClickHouse(settings, [first, second], exclusive());
      for (let start = 0; start < 2; start++) {
        await migrateClickHouse(settings, [base, third], exclusive());
        expect(await rows("SELECT n FROM a ORDER BY n")).toEqual([[1], [2], [3]]);
        expect(await rows(noted)).toEqual([["0002_base"], ["0003_c"]]);
      }
      // State after a start that was interrupted before the deletion of the replaced migrations.
      await client.command({ query: "INSERT INTO schema_migration (name) VALUES ('0001_a'), ('0002_b')" });
      await migrateClickHouse(settings, [base, third], exclusive());
      expect(await rows(noted)).toEqual([["0002_base"], ["0003_c"]]);
      const former = migrateClickHouse(settings, [first, second], exclusive());
      await expect(former).rejects.toThrow(/0002_base has been applied by a newer version/);
    });

    it.each([
      ["with the tables of clicks", "2026-11-20 10:00:05", "2026-11-20 10:00:00"],
      ["a day later", "2026-11-21 10:05:00", "2026-11-21 10:20:00"],
    ])("notes from when on requests were counted: %s", async (_, counts, since) => {
      const { settings, client, rows } = await clickHouseToMigrate();
      const [clicks, requests] = ["0001_clicks", "0015_recorded_requests"].map((name) => ({ name, sql: "SELECT 1" }));
      if (!clicks || !requests) throw new Error("no migrations");
      const last = { name: "0023_months", sql: first.sql };
      await migrateClickHouse(settings, [clicks, requests, last], exclusive());
      await client.command({
        query: `ALTER TABLE schema_migration UPDATE applied_at = if(name = '0001_clicks', '2026-11-20 10:00:00', '${counts}') WHERE true`,
        clickhouse_settings: { mutations_sync: "1" },
      });
      const standsForAll = { name: "0023_base", replaces: "0023_months", sql: first.sql };
      await migrateClickHouse(settings, [standsForAll], exclusive());
      expect(await rows("SELECT name, toString(applied_at) FROM schema_migration")).toEqual([["0023_base", since]]);
    });

    it("refuses older data, and leaves it as it is", async () => {
      const { settings, rows } = await clickHouseToMigrate();
      await migrateClickHouse(settings, [first], exclusive());
      const starting = migrateClickHouse(settings, [base, third], exclusive());
      await expect(starting).rejects.toThrow(
        /^The data \(clickhouse\) is older than hoplog 1\.0\. .* commit 6dbd9b43, /,
      );
      expect(await rows(noted)).toEqual([["0001_a"]]);
    });
  });

  it("finds the migrations of the product, in order", async () => {
    const names = (await readMigrations(clickHouseMigrationsFolder())).map(({ name }) => name);
    expect(names[0]).toBe("0023_base");
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
