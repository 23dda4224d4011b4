import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { localEngine } from "@hoplog/platform/clickhouse/localCopy.js";
import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { z } from "zod";
import { dayOfSums, rowsByCut } from "../cuts/conditions.ts";

/** Sums of clicks. Sums of days whose single clicks were deleted by a retention cannot be computed again. */
const sumTables = ["link_quarter", "owner_quarter", "link_day", "owner_day"] as const;

/**
 * The tables to back up: recorded data, daily sums of misses, which outlive the misses, counts by redirectors, visits
 * of imported links counted by other services, leads and sales, and those sums of clicks whose clicks were deleted by
 * retention. Everything else in ClickHouse is derived from them, or copied from Postgres.
 */
export const recordedTables = [
  "clicks_cut",
  "cut_batch",
  "clicks",
  "misses",
  "misses_day",
  "request_quarter",
  "imported_visits",
  "conversions",
  ...sumTables,
] as const;
export type RecordedTable = (typeof recordedTables)[number];

const prefix = "backup_";

export interface ClickHouseSnapshot {
  rows(table: RecordedTable): Promise<number>;
  columns(table: RecordedTable): Promise<string[]>;
  /** Reads the rows that a backup saves, in ClickHouse's Native format. */
  read(table: RecordedTable): Promise<Readable>;
  drop(): Promise<void>;
}

/** Snapshots the tables by hard links to their parts, which takes milliseconds whatever their size. */
export async function snapshotClickHouse(clickhouse: ClickHouseClient): Promise<ClickHouseSnapshot> {
  const id = randomBytes(4).toString("hex");
  const nameOf = (table: RecordedTable) => `${prefix}${id}_${table}`;
  const isReplicated = await catchUp(clickhouse);
  const engineOf = async (table: string) => (isReplicated ? localEngine(clickhouse, table) : "");
  await Promise.all(
    recordedTables.map(async (table) =>
      clickhouse.command({
        query: `CREATE TABLE ${nameOf(table)} CLONE AS ${table}${await engineOf(table)}`,
      }),
    ),
  );
  // Stops the expiry of rows, because rows that expire in the meantime would be counted but not read.
  await clickhouse.command({ query: `SYSTEM STOP TTL MERGES ${nameOf("misses")}` });
  const whole = (table: RecordedTable) => savedRows(table, nameOf);
  const columns = async (table: RecordedTable) => {
    const rows = await jsonRows(
      clickhouse,
      nameRow,
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${nameOf(table)}'
         AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY position`,
    );
    return rows.map(({ name }) => name);
  };
  return {
    columns,
    async rows(table) {
      const [row] = await jsonRows(clickhouse, countRow, `SELECT count() AS rows FROM ${whole(table)}`);
      return row?.rows ?? 0;
    },
    async read(table) {
      const { stream } = await clickhouse.exec({
        query: `SELECT ${(await columns(table)).join(", ")} FROM ${whole(table)} FORMAT Native`,
        clickhouse_settings: { max_execution_time: 0, max_threads: 2, max_result_rows: "0" },
      });
      return stream;
    },
    drop: () => dropTables(clickhouse, recordedTables.map(nameOf)),
  };
}

/**
 * Returns SQL for the rows of a table that a backup saves; `nameOf` maps table names. For days before a cut it saves
 * the sums, but not the single clicks that have arrived since. The batches of those clicks are saved as deleted ones.
 */
export function savedRows(table: RecordedTable, nameOf: (table: RecordedTable) => string = (name) => name): string {
  const cutTable = `(SELECT owner_id, max(cut_before) AS cut_before FROM ${nameOf("clicks_cut")} GROUP BY owner_id)`;
  if (table === "misses") return nameOf(table);
  if (table === "clicks") return rowsByCut(nameOf(table), "toDate(at)", "behind", { cutTable });
  if (table === "cut_batch") {
    const late = rowsByCut(nameOf("clicks"), "toDate(at)", "before", { cutTable });
    return `(SELECT batch_id, max(cut_on) AS cut_on FROM (
      SELECT batch_id, cut_on FROM ${nameOf(table)} UNION ALL SELECT batch_id, toDate(now('UTC')) FROM ${late}) GROUP BY batch_id)`;
  }
  // Reads with FINAL, because sums with the same key may be in several rows until they are merged.
  const whole = `${nameOf(table)} FINAL`;
  return sumTables.some((name) => name === table) ? rowsByCut(whole, dayOfSums(table), "before", { cutTable }) : whole;
}

/** Drops the tables of a backup that was killed. No other backup may be running. */
export async function dropLeftovers(clickhouse: ClickHouseClient): Promise<void> {
  const rows = await jsonRows(
    clickhouse,
    nameRow,
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, '^${prefix}[0-9a-f]{8}_')`,
  );
  await dropTables(
    clickhouse,
    rows.map(({ name }) => name),
  );
}

async function dropTables(clickhouse: ClickHouseClient, names: readonly string[]): Promise<void> {
  for (const name of names) await clickhouse.command({ query: `DROP TABLE IF EXISTS ${name} SYNC` });
}

const countRow = z.object({ rows: z.coerce.number() });
const nameRow = z.object({ name: z.string() });

export async function jsonRows<S extends z.ZodType>(
  clickhouse: ClickHouseClient,
  row: S,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<z.output<S>[]> {
  const answer = await clickhouse.query({ query, query_params, format: "JSONEachRow" });
  return row.array().parse(await answer.json());
}
