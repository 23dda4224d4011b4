import { z } from "zod";
import type { ClickHouseSettings } from "../clickhouse/createClickHouse.ts";
import type { ClickHouseClient } from "../clickhouse/client.ts";
import { createClickHouse } from "../clickhouse/createClickHouse.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "../clickhouse/migrate.ts";
import { type FreshClickHouse, freshClickHouse } from "./engines.ts";
import { timed } from "./timed.ts";

const template = "test_template";
const tableRow = z.object({
  name: z.string(),
  engine: z.string(),
  create_table_query: z.string(),
  /** Number of rows; null for tables that store none. */
  total_rows: z.coerce.number().nullable(),
});
type Table = z.infer<typeof tableRow>;

/** Databases of this worker that an earlier test has returned, empty except for the list of migrations. */
const givenBack: FreshClickHouse[] = [];

/**
 * Returns a separate ClickHouse database for a test, with all migrations. The migrations are applied once for each
 * worker; for each database only the resulting tables are created, which takes a third of the statements. Services find
 * nothing to migrate when they start. A database that a test returns by `drop` is emptied for the next test, unless its
 * tables were changed.
 */
export function migratedClickHouse(): Promise<FreshClickHouse> {
  return timed("migrated ClickHouse", async () => givenBack.pop() ?? (await copyTemplate()));
}

async function copyTemplate(): Promise<FreshClickHouse> {
  const fresh = await freshClickHouse();
  // A worker runs one file at a time, so no lock is needed.
  await migrateClickHouse(settingsOf(fresh), await readMigrations(clickHouseMigrationsFolder()), (work) => work());
  await withTemplate(fresh, async (client) => {
    const tables = await tablesOf(client, template);
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
  });
  return lent(fresh);
}

function lent(database: FreshClickHouse): FreshClickHouse {
  return { ...database, drop: () => timed("ClickHouse: empty", () => giveBack(database)) };
}

async function giveBack(used: FreshClickHouse): Promise<void> {
  const isAsMade = await withTemplate(used, async (client) => {
    const found = await tablesOf(client, used.database);
    const sqlOf = (tables: readonly Table[]) => tables.map(({ create_table_query: sql }) => sql).join("\n");
    const asTemplate = sqlOf(found).replaceAll(`${used.database}.`, `${template}.`);
    if (asTemplate !== sqlOf(await tablesOf(client, template))) return false;
    const filled = found.filter(({ name, total_rows }) => name !== "schema_migration" && total_rows);
    await Promise.all(filled.map(({ name }) => client.command({ query: `TRUNCATE TABLE ${used.database}.${name}` })));
    return true;
  });
  if (isAsMade) givenBack.push(lent(used));
  else await used.drop();
}

/** Returns the tables sorted by name. */
async function tablesOf(client: ClickHouseClient, database: string): Promise<readonly Table[]> {
  const answer = await client.query({
    query:
      "SELECT name, engine, create_table_query, total_rows FROM system.tables WHERE database = {database: String} ORDER BY name",
    query_params: { database },
    format: "JSONEachRow",
  });
  return tableRow.array().parse(await answer.json());
}

async function withTemplate<Result>(
  server: FreshClickHouse,
  use: (client: ClickHouseClient) => Promise<Result>,
): Promise<Result> {
  const client = createClickHouse(settingsOf(server));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** Settings for the template database on the same server. */
function settingsOf({ url: address, username, password }: FreshClickHouse): ClickHouseSettings {
  const url = new URL(address);
  url.username = username;
  url.password = password;
  return { clickHouseUrl: url.href, database: template, application: "test" };
}
