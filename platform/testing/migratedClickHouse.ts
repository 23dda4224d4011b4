import { z } from "zod";
import type { ClickHouseSettings } from "../clickhouse/client.ts";
import { createClickHouse } from "../clickhouse/client.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "../clickhouse/migrate.ts";
import { type FreshClickHouse, freshClickHouse } from "./engines.ts";
import { timed } from "./timed.ts";

const template = "test_template";
const tableRow = z.object({ engine: z.string(), create_table_query: z.string() });

/**
 * A ClickHouse database of the test's own that has every migration. They are applied once for each worker: what they have made is
 * made again for each database, a third of the statements. The start of a service finds nothing left to do.
 */
export function migratedClickHouse(): Promise<FreshClickHouse> {
  return timed("migrated ClickHouse", copyTemplate);
}

async function copyTemplate(): Promise<FreshClickHouse> {
  const fresh = await freshClickHouse();
  const url = new URL(fresh.url);
  url.username = fresh.username;
  url.password = fresh.password;
  const settings: ClickHouseSettings = { clickHouseUrl: url.href, database: template, application: "test" };
  // A worker has one file at a time.
  await migrateClickHouse(settings, await readMigrations(clickHouseMigrationsFolder()), (work) => work());
  const client = createClickHouse(settings);
  try {
    const answer = await client.query({
      query: "SELECT engine, create_table_query FROM system.tables WHERE database = currentDatabase()",
      format: "JSONEachRow",
    });
    const tables = tableRow.array().parse(await answer.json());
    const make = (isView: boolean) =>
      Promise.all(
        tables
          .filter(({ engine }) => (engine === "MaterializedView") === isView)
          .map(({ create_table_query: sql }) =>
            client.command({ query: sql.replaceAll(`${template}.`, `${fresh.database}.`) }),
          ),
      );
    await make(false);
    await make(true);
    await client.command({
      query: `INSERT INTO ${fresh.database}.schema_migration SELECT * FROM ${template}.schema_migration`,
    });
  } finally {
    await client.close();
  }
  return fresh;
}
