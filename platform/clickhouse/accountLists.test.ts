import { expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

it("clicks of before 0013 have their quarter and visitors, as those that the release before writes beside it, also when it is repeated", async () => {
  const { settings, client, rows } = await clickHouseToMigrate();
  const migrations = await readMigrations(clickHouseMigrationsFolder());
  const added = migrations.findIndex(({ name }) => name.startsWith("0013_"));
  const alone = (work: () => Promise<void>) => work();
  await migrateClickHouse(settings, migrations.slice(0, added), alone);

  const write = (start: string, token: string) =>
    client.command({
      query: `INSERT INTO clicks (owner_id, link_id, at, visitor, is_bot)
        SELECT toUUID(concat('0190aaaa-0000-7000-8000-00000000000', toString(number % 3))), toUUID('0190aaaa-0000-7000-8000-000000000009'),
          toDateTime64('${start}', 3, 'UTC') + toIntervalMillisecond(sipHash64(number) % 3000000000), number % 20, number % 7 = 0
        FROM numbers(120)`,
      clickhouse_settings: { insert_deduplication_token: token, deduplicate_blocks_in_dependent_materialized_views: 1 },
    });
  await write("2026-01-17 00:00:00", "a");
  await migrateClickHouse(settings, migrations, alone);
  await client.command({ query: "DELETE FROM schema_migration WHERE startsWith(name, '0013_')" });
  await migrateClickHouse(settings, migrations, alone);
  await write("2026-02-17 00:00:00", "b");
  // As by what finishes a delivery that was cut off before the upgrade.
  await write("2026-01-17 00:00:00", "a");

  expect(await rows("SELECT count(), countIf(quarter != toStartOfFifteenMinutes(at)) FROM clicks")).toEqual([[240, 0]]);
  const kept = await rows(`
    SELECT owner_id, day, uniqCombinedMerge(14)(people), uniqCombinedMerge(14)(everyone) FROM owner_day
    GROUP BY owner_id, day ORDER BY owner_id, day`);
  expect(kept).toEqual(
    await rows(`
    SELECT owner_id, toDate(at) AS day, uniqIf(visitor, NOT is_bot), uniq(visitor) FROM clicks
    GROUP BY owner_id, day ORDER BY owner_id, day`),
  );
  expect(kept.length).toBeGreaterThan(100);
});
