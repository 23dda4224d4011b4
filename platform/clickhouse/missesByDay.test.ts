import { expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

it("misses of the release before have their daily sums, once, also when 0010 is repeated after a failure", async () => {
  const { settings, client, rows } = await clickHouseToMigrate();
  const migrations = await readMigrations(clickHouseMigrationsFolder());
  const added = migrations.findIndex(({ name }) => name.startsWith("0010_"));
  const alone = (work: () => Promise<void>) => work();
  await migrateClickHouse(settings, migrations.slice(0, added), alone);
  const write = (reason: string, count: number) =>
    client.command({
      query: `INSERT INTO misses (at, code, reason) SELECT toDateTime64('2026-01-30 12:00:00', 3, 'UTC') + toIntervalHour(number * 12), 'x', '${reason}' FROM numbers(${count})`,
    });
  await write("unknown", 10);
  await write("inactive", 3);
  await migrateClickHouse(settings, migrations, alone);
  await client.command({ query: "DELETE FROM schema_migration WHERE startsWith(name, '0010_')" });
  await migrateClickHouse(settings, migrations, alone);
  await write("unknown", 1);
  const sums = "SELECT toString(day), reason, sum(misses) FROM misses_day GROUP BY day, reason ORDER BY day, reason";
  expect(await rows(sums)).toEqual(
    await rows("SELECT toString(toDate(at)), reason, count() FROM misses GROUP BY 1, reason ORDER BY 1, reason"),
  );
  expect(await rows("SELECT sum(misses) FROM misses_day")).toEqual([[14]]);
});
