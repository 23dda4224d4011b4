import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { checksumOf, pendingMigrations, type Migration } from "../postgres/migrate.ts";
import { createClickHouse, type ClickHouseClient, type ClickHouseSettings } from "./client.ts";

/** schema/clickhouse, from the sources as well as from a build. */
export function clickHouseMigrationsFolder(): string {
  const schema = createRequire(import.meta.url).resolve("@hoplog/schema/package.json");
  return join(dirname(schema), "clickhouse");
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name: name.slice(0, -4), sql: await readFile(join(folder, name), "utf8") })),
  );
}

/** A statement may write every row of a large table anew. */
const statementTimeoutMs = 60 * 60 * 1000;

/**
 * Makes the database if it is missing and applies the migrations it does not have yet, in the order given.
 * `exclusively` must let only one process in at a time: ClickHouse has no locks. There are no transactions either, so
 * every statement must bear being repeated after a failure halfway. Throws when an applied migration was changed.
 */
export async function migrateClickHouse(
  settings: ClickHouseSettings,
  migrations: readonly Migration[],
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (await isUpToDate(settings, migrations)) return;
  await exclusively(async () => {
    await makeDatabase(settings);
    const client = createClickHouse({ ...settings, requestTimeoutMs: statementTimeoutMs });
    try {
      await applyPending(client, migrations);
    } finally {
      await client.close();
    }
  });
}

/** Most starts find nothing to do, and then wait for nobody. */
async function isUpToDate(settings: ClickHouseSettings, migrations: readonly Migration[]): Promise<boolean> {
  const client = createClickHouse({ ...settings, database: "system" });
  try {
    const answer = await client.query({
      query: "SELECT name FROM system.tables WHERE database = {database:String} AND name = 'schema_migration'",
      query_params: { database: settings.database },
      format: "JSONEachRow",
    });
    if ((await answer.json()).length === 0) return false;
  } finally {
    await client.close();
  }
  const inside = createClickHouse(settings);
  try {
    return (await pendingOf(inside, migrations)).length === 0;
  } finally {
    await inside.close();
  }
}

/** Throws when an applied migration was changed. */
async function pendingOf(client: ClickHouseClient, migrations: readonly Migration[]): Promise<Migration[]> {
  const answer = await client.query({ query: "SELECT name, checksum FROM schema_migration", format: "JSONEachRow" });
  const applied = await answer.json<{ name: string; checksum: string }>();
  return pendingMigrations("clickhouse", migrations, new Map(applied.map((row) => [row.name, row.checksum])));
}

async function makeDatabase(settings: ClickHouseSettings): Promise<void> {
  const client = createClickHouse({ ...settings, database: "system" });
  try {
    const answer = await client.query({
      query: "SELECT name FROM system.databases WHERE name = {database:String}",
      query_params: { database: settings.database },
      format: "JSONEachRow",
    });
    if ((await answer.json()).length > 0) return;
    await client.command({
      query: "CREATE DATABASE IF NOT EXISTS {database:Identifier}",
      query_params: { database: settings.database },
    });
  } finally {
    await client.close();
  }
}

async function applyPending(client: ClickHouseClient, migrations: readonly Migration[]): Promise<void> {
  await client.command({
    query: `
      CREATE TABLE IF NOT EXISTS schema_migration
      (name String, checksum String, applied_at DateTime('UTC') DEFAULT now())
      ENGINE = MergeTree ORDER BY name`,
  });
  for (const { name, sql } of await pendingOf(client, migrations)) {
    for (const query of statementsOf(sql)) await client.command({ query });
    await client.insert({
      table: "schema_migration",
      columns: ["name", "checksum"],
      values: [{ name, checksum: checksumOf(sql) }],
      format: "JSONEachRow",
    });
  }
}

/** A statement ends with a semicolon at the end of a line. Lines that are comments as a whole are left out. */
export function statementsOf(sql: string): string[] {
  const lines = sql.split(/\r?\n/).filter((line) => !/^\s*--/.test(line));
  return lines
    .join("\n")
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
