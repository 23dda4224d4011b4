import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { schemaFolder } from "../env/schemaFolder.ts";
import { bases } from "../postgres/bases.ts";
import { checksumOf, type Migration, type MigrationPlan, planMigrations } from "../postgres/migrate.ts";
import { catchUp } from "./catchUp.ts";
import type { ClickHouseClient } from "./client.ts";
import { type ClickHouseSettings, createClickHouse } from "./createClickHouse.ts";
import { oneServer } from "./oneServer.ts";
import { replicatedStatement } from "./onCluster.ts";
import { requireAllServers, requireSameMode, requireSameTables } from "./replicas.ts";

export function clickHouseMigrationsFolder(): string {
  return join(schemaFolder, "clickhouse");
}

/**
 * Reads the migrations of a folder in the order of application: the files of its folder `base` as a single one, then
 * one for each numbered file.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted();
  const later = names.map(async (name) => ({
    name: name.slice(0, -4),
    sql: await readFile(join(folder, name), "utf8"),
  }));
  return [await readBase(join(folder, "base")), ...(await Promise.all(later))];
}

/** Reads the base: all tables and views as of commit 6dbd9b43, in the order of their file names. */
async function readBase(folder: string): Promise<Migration> {
  const names = (await readdir(folder)).toSorted();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return { ...bases.clickhouse, sql: files.join("\n") };
}

/** Timeout of a statement in milliseconds, because it may rewrite every row of a large table. */
const statementTimeoutMs = 60 * 60 * 1000;

/** The table of applied migrations, which is created before any migration runs. */
const migrationTable = `
      CREATE TABLE IF NOT EXISTS schema_migration
      (name String, checksum String, applied_at DateTime('UTC') DEFAULT now())
      ENGINE = MergeTree ORDER BY name`;

/** Returns the statement that creates the database; `name` may be a parameter's placeholder. */
const databaseStatement = (name: string): string => `CREATE DATABASE IF NOT EXISTS ${name}`;

/**
 * Creates the database if it is missing and applies the pending migrations in the order given. `exclusively` must run
 * its argument in only one process at a time, because ClickHouse has no locks. ClickHouse has no transactions either,
 * so every statement must be repeatable after a failure halfway. Throws a MigrationError if the applied migrations
 * contradict the given ones, or if the servers or the existing tables don't fit the settings.
 */
export async function migrateClickHouse(
  settings: ClickHouseSettings,
  migrations: readonly Migration[],
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!(await isUpToDate(settings, migrations))) {
    await exclusively(async () => {
      await requireAllServers(settings);
      await requireSameTables(settings);
      await makeDatabase(settings);
      const client = createClickHouse({ ...settings, requestTimeoutMs: statementTimeoutMs });
      try {
        await applyPending(await oneServer(client), migrations);
      } finally {
        await client.close();
      }
    });
  }
  await requireSameTables(settings);
}

/**
 * Returns the statements that create the database and the migration table, and those of the migrations, as they are
 * sent.
 */
export function allStatements(
  database: string,
  migrations: readonly Migration[],
  cluster: string | undefined,
): string[] {
  return [databaseStatement(database), migrationTable, ...migrations.flatMap(({ sql }) => statementsOf(sql))].map(
    (statement) => asSent(statement, cluster),
  );
}

function asSent(statement: string, cluster: string | undefined): string {
  return cluster === undefined ? statement : replicatedStatement(statement.trim(), cluster);
}

/** Returns whether no migration is pending. This check spares most starts the lock. */
async function isUpToDate(settings: ClickHouseSettings, migrations: readonly Migration[]): Promise<boolean> {
  const client = createClickHouse({ ...settings, database: "system" });
  try {
    const answer = await client.query({
      query: "SELECT engine FROM system.tables WHERE database = {database:String} AND name = 'schema_migration'",
      query_params: { database: settings.database },
      format: "JSONEachRow",
    });
    const [table] = await answer.json<{ engine: string }>();
    if (!table) return false;
    requireSameMode(table.engine, settings);
  } finally {
    await client.close();
  }
  const inside = createClickHouse(settings);
  try {
    const { pending, replaced } = await planOf(inside, migrations);
    return pending.length === 0 && replaced.length === 0;
  } finally {
    await inside.close();
  }
}

/** Plans the pending migrations. Throws if the applied migrations contradict the known ones. */
async function planOf(client: ClickHouseClient, migrations: readonly Migration[]): Promise<MigrationPlan> {
  const answer = await client.query({ query: "SELECT name, checksum FROM schema_migration", format: "JSONEachRow" });
  const applied = await answer.json<{ name: string; checksum: string }>();
  return planMigrations("clickhouse", migrations, new Map(applied.map((row) => [row.name, row.checksum])));
}

async function makeDatabase(settings: ClickHouseSettings): Promise<void> {
  const client = createClickHouse({ ...settings, database: "system" });
  try {
    const answer = await client.query({
      query: "SELECT name FROM system.databases WHERE name = {database:String}",
      query_params: { database: settings.database },
      format: "JSONEachRow",
    });
    // On a cluster, the database may exist on this server but not yet on another.
    if (client.cluster === undefined && (await answer.json()).length > 0) return;
    await client.command({
      query: asSent(databaseStatement("{database:Identifier}"), client.cluster),
      query_params: { database: settings.database },
    });
  } finally {
    await client.close();
  }
}

async function applyPending(client: ClickHouseClient, migrations: readonly Migration[]): Promise<void> {
  const run = (query: string) =>
    client.command({
      query: asSent(query, client.cluster),
      ...(client.cluster !== undefined && { clickhouse_settings: { distributed_ddl_output_mode: "throw" } }),
    });
  await run(migrationTable);
  // Another service may have recorded migrations at another replica, and rows that are copied must be complete, so the
  // start waits for replication.
  await catchUp(client);
  const { replaced, adopted, pending } = await planOf(client, migrations);
  // A start that is interrupted between recording the base and deleting the replaced migrations finds both next time,
  // and deletes the replaced ones.
  if (adopted) await adopt(client, adopted);
  if (replaced.length > 0)
    await client.command({
      query: "DELETE FROM schema_migration WHERE name IN ({replaced: Array(String)})",
      query_params: { replaced },
      clickhouse_settings: { lightweight_deletes_sync: "2" },
    });
  for (const migration of pending) {
    for (const query of statementsOf(migration.sql)) await run(query);
    await note(client, migration);
  }
}

/**
 * Records the base with the time from which redirectors counted all requests (see api/analytics/ledger/begin.ts): the
 * creation of the tables of clicks or, if the table of counts was added later, 15 minutes after that addition.
 */
async function adopt(client: ClickHouseClient, { name, sql }: Migration): Promise<void> {
  await client.command({
    query: `
      INSERT INTO schema_migration (name, checksum, applied_at)
      SELECT {name: String}, {checksum: String}, if(counts < created + 600, created, counts + INTERVAL 15 MINUTE)
      FROM (SELECT maxIf(applied_at, name = '0015_recorded_requests') AS counts,
        maxIf(applied_at, name = '0001_clicks') AS created FROM schema_migration)`,
    query_params: { name, checksum: checksumOf(sql) },
  });
}

async function note(client: ClickHouseClient, { name, sql }: Migration): Promise<void> {
  await client.insert({
    table: "schema_migration",
    columns: ["name", "checksum"],
    values: [{ name, checksum: checksumOf(sql) }],
    format: "JSONEachRow",
  });
}

/** Splits SQL into statements, which end with a semicolon at the end of a line; drops lines that are only a comment. */
export function statementsOf(sql: string): string[] {
  const lines = sql.split(/\r?\n/).filter((line) => !/^\s*--/.test(line));
  return lines
    .join("\n")
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
