import { expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

it("days that were counted before 0007 know when their links were clicked, as those after it", async () => {
  const { settings, client, rows } = await clickHouseToMigrate();
  const migrations = await readMigrations(clickHouseMigrationsFolder());
  const changed = migrations.findIndex(({ name }) => name.startsWith("0007_"));
  const alone = (work: () => Promise<void>) => work();
  await migrateClickHouse(settings, migrations.slice(0, changed), alone);

  // Three links over two months; one of them is a bot's alone, and each has days with one click.
  const write = (start: string) =>
    client.command({
      query: `INSERT INTO clicks (owner_id, link_id, at, visitor, is_bot)
        SELECT toUUID('0190aaaa-0000-7000-8000-000000000001'), toUUID(concat('0190aaaa-0000-7000-8000-00000000000', toString(number % 3))),
          toDateTime64('${start}', 3, 'UTC') + toIntervalSecond(sipHash64(number) % 3000000), number % 20,
          number % 3 = 0 OR number % 7 = 0
        FROM numbers(120)`,
    });
  await write("2026-01-17 00:00:00");
  await write("2026-02-17 00:00:00");
  await migrateClickHouse(settings, migrations, alone);
  await write("2026-02-20 00:00:00");

  const kept = await rows(`
    SELECT link_id, day, uniqCombinedMerge(14)(people), uniqCombinedMerge(14)(everyone), min(people_first), max(people_end),
      min(everyone_first), max(everyone_end) FROM link_day GROUP BY link_id, day ORDER BY link_id, day`);
  const minutes = "toHour(at) * 60 + toMinute(at)";
  expect(kept).toEqual(
    await rows(`
    SELECT link_id, toDate(at) AS day, uniqIf(visitor, NOT is_bot), uniq(visitor),
      min(if(is_bot, 255, intDiv(${minutes}, 15))), max(if(is_bot, 0, intDiv(${minutes}, 15) + 1)),
      min(intDiv(${minutes}, 15)), max(intDiv(${minutes}, 15) + 1)
    FROM clicks GROUP BY link_id, day ORDER BY link_id, day`),
  );
  expect(kept.length).toBeGreaterThan(100);
});
