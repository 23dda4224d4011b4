import { expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

it("clicks and misses of the release before stay what they were, and it goes on writing beside 0011, also after a way back", async () => {
  const { settings, client, rows } = await clickHouseToMigrate();
  const migrations = await readMigrations(clickHouseMigrationsFolder());
  const added = migrations.findIndex(({ name }) => name.startsWith("0011_"));
  const alone = (work: () => Promise<void>) => work();
  await migrateClickHouse(settings, migrations.slice(0, added), alone);
  /** With the columns that the release before names. */
  const writeAsBefore = async () => {
    for (const table of ["clicks (at, browser, visitor)", "misses (at, code, reason)"]) {
      const values = table.startsWith("clicks") ? "'Firefox', 7" : "'x', 'inactive'";
      await client.command({
        query: `INSERT INTO ${table} SELECT toDateTime64('2026-01-30 12:00:00', 3, 'UTC') + toIntervalHour(number * 12), ${values} FROM numbers(10)`,
      });
    }
  };
  const state = () =>
    rows(`SELECT (SELECT (count(), countIf(browser = 'Firefox' AND visitor = 7), countIf(user_agent = '' AND languages = '' AND revision = 0)) FROM clicks),
      (SELECT (count(), countIf(code = 'x' AND owner_id = toUUIDOrZero('') AND path = '' AND visitor = 0)) FROM misses),
      (SELECT sum(misses) FROM misses_day), (SELECT sum(people) FROM link_quarter)`);
  const expected = (count: number) => [[[count, count, count], [count, count], count, count]];
  await writeAsBefore();
  await migrateClickHouse(settings, migrations, alone);
  expect(await state()).toEqual(expected(10));
  await writeAsBefore();
  expect(await state()).toEqual(expected(20));

  // The way back, as docs/operations.md has it for this one and those behind it, and forward again.
  await client.command({ query: "DELETE FROM schema_migration WHERE name >= '0011_recorded_facts'" });
  await migrateClickHouse(settings, migrations.slice(0, added), alone);
  await writeAsBefore();
  await client.command({
    query: "INSERT INTO clicks (at, user_agent, browser, visitor) VALUES (now64(3), 'agent', 'Firefox', 7)",
  });
  await migrateClickHouse(settings, migrations, alone);
  expect(await rows("SELECT count(), countIf(user_agent = 'agent') FROM clicks")).toEqual([[31, 1]]);
  // What is taken off an erased link's sums.
  await client.command({ query: "INSERT INTO misses_day VALUES ('2026-01-30', 'inactive', -3)" });
  expect(await rows("SELECT sum(misses) FROM misses_day")).toEqual([[27]]);
});
