import { systemName, systems } from "@hoplog/schema/clicks/systems.js";
import { expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

/** Names from ua-parser-js, which earlier releases stored. */
const stored = [
  "Mac OS",
  "Chromium OS",
  "Windows",
  "Tizen",
  ...systems.flatMap(({ name, otherNames }) => (name === "Linux" ? otherNames : [])),
];

it("gives stored systems the names that new clicks have", async () => {
  const { settings, client, rows } = await clickHouseToMigrate();
  const migrations = await readMigrations(clickHouseMigrationsFolder());
  const alone = (work: () => Promise<void>) => work();
  await migrateClickHouse(settings, migrations.slice(0, 1), alone);
  for (const table of ["clicks", "misses", "conversions", "imported_visits"]) {
    const values = stored.map((os, ordinal) => ({ os, ...(table === "imported_visits" && { ordinal }) }));
    await client.insert({ table, values, format: "JSONEachRow" });
  }
  const counted = stored.flatMap((value) => [
    { field: "os", value },
    { field: "browser", value },
  ]);
  await client.insert({ table: "owner_day_value", values: counted, format: "JSONEachRow" });
  await client.insert({
    table: "link_day_value",
    values: counted.map(({ field, value }) => ({ dimension: field, value })),
    format: "JSONEachRow",
  });
  await migrateClickHouse(settings, migrations, alone);
  await expect
    .poll(() => rows("SELECT count() FROM system.mutations WHERE database = currentDatabase() AND NOT is_done"))
    .toEqual([[0]]);
  const names = stored.map(systemName).toSorted();
  const namesIn = (table: string, column = "os", where = "true") =>
    rows(`SELECT arraySort(groupArray(toString(${column}))) FROM ${table} WHERE ${where}`);
  for (const table of ["clicks", "misses", "misses_by_owner", "imported_visits"])
    expect(await namesIn(table), table).toEqual([[names]]);
  for (const [table, field] of [
    ["owner_day_value", "field"],
    ["link_day_value", "dimension"],
  ] as const) {
    expect(await namesIn(table, "value", `${field} = 'os'`), table).toEqual([[names]]);
    expect(await namesIn(table, "value", `${field} = 'browser'`), table).toEqual([[stored.toSorted()]]);
  }
});
