import { counted } from "@hoplog/schema/counted.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { explaining, postgresConnectionSettings } from "@hoplog/platform/tls/connectionError.js";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { withoutCuts } from "../../clicks/cuts/lock.ts";
import { createHolds } from "@hoplog/platform/postgres/clicksHold.js";
import {
  type ClickHouseSnapshot,
  dropLeftovers,
  recordedTables,
  snapshotClickHouse,
} from "../../clicks/tables/clickHouseSnapshot.ts";
import { saveStream } from "./files.ts";
import { BackupError, type Manifest, type SavedTable, writeManifest } from "./manifest.ts";
import { appliedMigrations } from "./migrations.ts";
import { tableExists } from "../../kernel/database/tableNames.ts";
import { savedRows, tablesToSave } from "./postgresTables.ts";
import { saveSpool } from "./spool.ts";

export interface BackupJob {
  readonly databaseUrl: string;
  /** A client whose requests may take hours. */
  readonly clickhouse: ClickHouseClient;
  /** Folder of the redirectors' spool, if this process can read it. */
  readonly spool: string | undefined;
  /** Path of a new folder. */
  readonly to: string;
  readonly version: string;
  readonly onProgress: (line: string) => void;
}

export interface BackupResult {
  readonly manifest: Manifest;
  /** How long writes of clicks to ClickHouse were blocked, in milliseconds. */
  readonly heldMs: number;
}

/**
 * Backs up both databases as of one moment, while services run. The folder is created when the backup is complete.
 * Throws a {@link BackupError} for problems that an operator can fix.
 */
export async function backUp(job: BackupJob): Promise<BackupResult> {
  if (existsSync(job.to)) throw new BackupError(`${job.to} already exists. Choose a new folder.`);
  const unfinished = `${job.to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  for (const part of ["postgres", "clickhouse", "spool"])
    await mkdir(`${unfinished}/${part}`, { recursive: true, mode: 0o700 });
  const open = () =>
    new pg.Client({ connectionString: job.databaseUrl, application_name: "hoplog backup", keepAlive: true });
  const [holder, reader] = [open(), open()];
  for (const client of [holder, reader]) client.on("error", () => {});
  try {
    await explaining(postgresConnectionSettings, () => Promise.all([holder.connect(), reader.connect()]));
    await requireExclusive(holder);
    await dropLeftovers(job.clickhouse);
    const result = await save(job, unfinished, holder, reader);
    await writeManifest(unfinished, result.manifest);
    await rename(unfinished, job.to);
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await Promise.all([holder.end(), reader.end()]);
  }
}

async function requireExclusive(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended('hoplog backup', 0)) AS taken",
  );
  if (!rows[0]?.taken) throw new BackupError("Another backup is running. Wait until it has ended.");
}

async function save(job: BackupJob, folder: string, holder: pg.Client, reader: pg.Client): Promise<BackupResult> {
  const { clickhouse, onProgress, version } = job;
  // Saves the spool before the snapshot, so that a chunk shipped in the meantime is in the snapshot.
  const spool = await saveSpool(job.spool, folder);
  const holds = createHolds(holder, null);
  let at = "";
  const snapshot = await withoutCuts(holder, () =>
    holds.hold(async () => {
      await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const { rows } = await reader.query<{ at: Date }>("SELECT clock_timestamp() AS at");
      at = rows[0]?.at.toISOString() ?? "";
      return snapshotClickHouse(clickhouse);
    }),
  );
  try {
    onProgress(`everything as of ${at}`);
    const migrations = await appliedMigrations(reader, clickhouse);
    const postgres = await savePostgres(reader, folder, onProgress);
    const clickHouse = await saveClickHouse(snapshot, folder, onProgress);
    await reader.query("COMMIT");
    const manifest: Manifest = { format: 1, version, at, migrations, postgres, clickHouse, spool };
    return { manifest, heldMs: holds.longestMs() };
  } finally {
    await snapshot.drop();
  }
}

async function savePostgres(reader: pg.Client, folder: string, say: BackupJob["onProgress"]): Promise<SavedTable[]> {
  const hasConsumers = await tableExists(reader, "log_consumer");
  const saved: SavedTable[] = [];
  for (const shape of await tablesToSave(reader)) {
    const stream = reader.query(copyTo(`COPY (${savedRows(shape, hasConsumers)}) TO STDOUT`));
    const file = await saveStream(stream, folder, `postgres/${shape.name}.copy.zst`);
    const columns = shape.columns.map(({ name }) => name);
    saved.push({ table: shape.name, columns, rows: stream.rowCount, ...file });
    if (stream.rowCount > 0) say(line("Postgres", shape.name, stream.rowCount, file.bytes));
  }
  return saved;
}

async function saveClickHouse(
  snapshot: ClickHouseSnapshot,
  folder: string,
  say: BackupJob["onProgress"],
): Promise<SavedTable[]> {
  const saved: SavedTable[] = [];
  for (const table of recordedTables) {
    const rows = await snapshot.rows(table);
    const source = rows > 0 ? await snapshot.read(table) : Readable.from([]);
    const file = await saveStream(source, folder, `clickhouse/${table}.native.zst`);
    saved.push({ table, columns: await snapshot.columns(table), rows, ...file });
    say(line("ClickHouse", table, rows, file.bytes));
  }
  return saved;
}

function line(engine: string, table: string, rows: number, bytes: number): string {
  return `${engine} ${table}: ${counted(rows, "row")}, ${(bytes / 1e6).toFixed(2)} MB`;
}
