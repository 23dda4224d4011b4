import { expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

it("misses of the release before are copied by owner, once, also when 0014 is repeated after a failure", async () => {
  const { settings, client, rows } = await clickHouseToMigrate();
  const migrations = await readMigrations(clickHouseMigrationsFolder());
  const added = migrations.findIndex(({ name }) => name.startsWith("0014_"));
  const alone = (work: () => Promise<void>) => work();
  await migrateClickHouse(settings, migrations.slice(0, added), alone);
  const owner = "00000000-0000-4000-8000-000000000001";
  const write = (count: number) =>
    client.command({
      query: `INSERT INTO misses (at, code, reason, owner_id, domain, is_bot, referrer)
        SELECT now64(3) - toIntervalHour(number * 50), toString(number), 'expired', '${owner}', number % 2, number % 3 = 0, 'a.example'
        FROM numbers(${count})`,
    });
  await write(20);
  await client.command({ query: "INSERT INTO misses (at, code, reason) SELECT now64(3), 'older', 'unknown'" });
  await migrateClickHouse(settings, migrations, alone);
  await client.command({ query: "DELETE FROM schema_migration WHERE startsWith(name, '0014_')" });
  await migrateClickHouse(settings, migrations, alone);
  await write(3);
  const columns = "owner_id, domain, at, reason, is_bot, code, host, path, link_id, referrer, country";
  const all = (table: string) => rows(`SELECT ${columns} FROM ${table} ORDER BY ALL`);
  expect(await all("misses_by_owner")).toEqual(await all("misses"));
  expect(await rows("SELECT count() FROM misses_by_owner")).toEqual([[24]]);
});
