import { expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

it("sums of a month become one part once nothing is written there any more", async () => {
  const { settings, client, rows } = await clickHouseToMigrate();
  await migrateClickHouse(settings, await readMigrations(clickHouseMigrationsFolder()), (work) => work());
  const others = await rows(`
    SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND match(name, '^(owner|link|request)_(quarter|day)')
      AND NOT (engine_full LIKE '%min_age_to_force_merge_seconds = 86400%'
        AND engine_full LIKE '%min_age_to_force_merge_on_partition_only = 1%')`);
  expect(others).toEqual([]);
  await client.command({ query: "ALTER TABLE owner_quarter MODIFY SETTING min_age_to_force_merge_seconds = 1" });
  for (const day of ["01", "02", "03"]) {
    await client.command({
      query: `INSERT INTO owner_quarter
        SELECT toUUID('0190aaaa-0000-7000-8000-000000000001'), toDateTime('2026-01-${day} 00:00:00', 'UTC'), 1, 0`,
    });
  }
  const parts = () =>
    rows(
      "SELECT sum(rows), count() FROM system.parts WHERE active AND table = 'owner_quarter' AND database = currentDatabase()",
    );
  await expect.poll(parts).toEqual([[3, 1]]);
});
