import { counted } from "@hoplog/schema/counted.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { onCluster } from "@hoplog/platform/clickhouse/onCluster.js";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { z } from "zod";
import { jsonRows, recordedTables, savedRows } from "../../clicks/tables/clickHouseSnapshot.ts";
import { savedStream } from "./files.ts";
import { BackupError, type Manifest, readManifest, requireWhole, type SavedTable } from "./manifest.ts";
import { appliedMigrations, requireSameTables } from "./migrations.ts";
import { quoted, tableExists } from "../../kernel/database/tableNames.ts";
import { anySavedRow, cursorTables } from "./postgresTables.ts";
import { restoreSpool } from "./spool.ts";

export interface RestoreJob {
  readonly databaseUrl: string;
  /** A client whose requests may take hours. */
  readonly clickhouse: ClickHouseClient;
  /** The folder that redirectors read chunks from; if unset, the backup's chunks are not restored. */
  readonly spool: string | undefined;
  readonly from: string;
  readonly onProgress: (line: string) => void;
}

export interface RestoreResult {
  readonly manifest: Manifest;
  /** Chunks that redirectors will ship. */
  readonly chunks: number;
}

/**
 * Restores a backup into existing empty tables, while no service runs. On an error, rolls back Postgres and empties
 * ClickHouse; chunks that were already copied remain in the spool. Throws a {@link BackupError} for problems that an
 * operator can fix.
 */
export async function restore(job: RestoreJob): Promise<RestoreResult> {
  const manifest = await readManifest(job.from);
  await requireWhole(job.from, manifest);
  const client = new pg.Client({
    connectionString: job.databaseUrl,
    application_name: "hoplog restore",
    keepAlive: true,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    requireSameTables(manifest, await appliedMigrations(client, job.clickhouse));
    await requireEmpty(client, job.clickhouse, manifest);
    await client.query("BEGIN");
    await fillPostgres(client, job, manifest);
    try {
      await fillClickHouse(job, manifest);
      const chunks = await restoreSpool(job.clickhouse, manifest.spool, job.from, job.spool);
      await client.query("COMMIT");
      return { manifest, chunks };
    } catch (error) {
      await emptyClickHouse(job.clickhouse);
      throw error;
    }
  } finally {
    // Uncommitted work is rolled back.
    await client.end();
  }
}

async function requireEmpty(client: pg.Client, clickhouse: ClickHouseClient, manifest: Manifest): Promise<void> {
  for (const { table } of manifest.postgres) {
    if (!(await tableExists(client, table)))
      throw new BackupError(`Postgres has no table ${table}. Start all services once, stop them, and try again.`);
    if (cursorTables.includes(table)) continue;
    const { rows } = await client.query(anySavedRow(table));
    if (rows.length > 0) throw notEmpty(`table ${table} of Postgres`);
  }
  for (const { table } of manifest.clickHouse) {
    if ((await countOf(clickhouse, table)) > 0) throw notEmpty(`table ${table} of ClickHouse`);
  }
}

function notEmpty(what: string): BackupError {
  return new BackupError(`A backup can be restored only into empty databases, but ${what} has rows.`);
}

async function fillPostgres(client: pg.Client, { from, onProgress }: RestoreJob, manifest: Manifest): Promise<void> {
  for (const table of cursorTables)
    if (await tableExists(client, table)) await client.query(sql`DELETE FROM ${raw(table)}`);
  for (const saved of manifest.postgres) {
    const columns = saved.columns.map(quoted).join(", ");
    const target = client.query(copyFrom(`COPY ${quoted(saved.table)} (${columns}) FROM STDIN`));
    await pipeline(savedStream(from, saved.file), target);
    if (target.rowCount !== saved.rows) throw wrongCount(saved, target.rowCount);
    await continueSequences(client, saved);
    if (saved.rows > 0) onProgress(`Postgres ${saved.table}: ${counted(saved.rows, "row")}`);
  }
  // A batch may have been counted before its reader stored its position. Ingest deduplicates late batches, so all
  // restored batches are marked as late.
  if (manifest.postgres.some(({ table }) => table === "log_record"))
    await client.query("UPDATE log_record SET recorded_at = now() + interval '1 day'");
}

/** Continues sequences after the highest restored number, because restored rows retain their numbers. */
async function continueSequences(client: pg.Client, { table, columns }: SavedTable): Promise<void> {
  for (const column of columns) {
    const { rows } = await client.query<{ sequence: string | null }>(
      sql`SELECT pg_get_serial_sequence(${quoted(table)}, ${column}) AS sequence`,
    );
    if (!rows[0]?.sequence) continue;
    await client.query(
      sql`SELECT setval(${rows[0].sequence}, most) FROM (SELECT max(${raw(quoted(column))}) AS most FROM ${raw(quoted(table))})
        AS given WHERE most IS NOT NULL`,
    );
  }
}

/** Restores the ClickHouse tables; views fill the derived ones. */
async function fillClickHouse({ clickhouse, from, onProgress }: RestoreJob, manifest: Manifest): Promise<void> {
  // Misses that have since exceeded their TTL must not be deleted before they are counted.
  await clickhouse.command({ query: `SYSTEM STOP TTL MERGES${onCluster(clickhouse)} misses` });
  for (const saved of manifest.clickHouse) {
    if (saved.rows === 0) continue;
    // A view has filled misses_day from the remaining misses, but only the backup has the sums of deleted ones.
    if (saved.table === "misses_day") await clickhouse.command({ query: "TRUNCATE TABLE misses_day SYNC" });
    const { stream } = await clickhouse.exec({
      query: `INSERT INTO ${saved.table} (${saved.columns.join(", ")}) FORMAT Native`,
      values: savedStream(from, saved.file),
      clickhouse_settings: {
        insert_deduplicate: 0,
        deduplicate_blocks_in_dependent_materialized_views: 0,
        max_partitions_per_insert_block: "0",
        min_insert_block_size_rows: "500000",
        max_execution_time: 0,
      },
    });
    const answer = Buffer.concat(await stream.toArray()).toString("utf8");
    if (answer !== "") throw new Error(`ClickHouse rejected the rows: ${answer.slice(0, 500)}`);
    const rows = await savedCount(clickhouse, saved.table);
    if (rows !== saved.rows) throw wrongCount(saved, rows);
    onProgress(`ClickHouse ${saved.table}: ${counted(rows, "row")}`);
  }
  await clickhouse.command({ query: `SYSTEM START TTL MERGES${onCluster(clickhouse)} misses` });
}

function wrongCount({ table, rows }: SavedTable, found: number | null): BackupError {
  return new BackupError(`The backup is damaged: ${table} should have ${counted(rows, "row")} but has ${found ?? 0}.`);
}

const countRow = z.object({ rows: z.coerce.number() });

async function countOf(clickhouse: ClickHouseClient, table: string): Promise<number> {
  const [row] = await jsonRows(clickhouse, countRow, `SELECT count() AS rows FROM ${table}`);
  return row?.rows ?? 0;
}

/** Counts the rows that a backup saves, without those that views derive from the clicks. */
function savedCount(clickhouse: ClickHouseClient, table: string): Promise<number> {
  const known = recordedTables.find((name) => name === table);
  return countOf(clickhouse, known ? savedRows(known) : table);
}

const nameRow = z.object({ name: z.string() });

async function emptyClickHouse(clickhouse: ClickHouseClient): Promise<void> {
  const tables = await jsonRows(
    clickhouse,
    nameRow,
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name <> 'schema_migration'`,
  );
  for (const { name } of tables) await clickhouse.command({ query: `TRUNCATE TABLE ${name} SYNC` });
}
