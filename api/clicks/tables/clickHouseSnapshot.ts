import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { localEngine } from "@hoplog/platform/clickhouse/localCopy.js";
import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { z } from "zod";
import { dayOfSums, rowsByCut } from "../cuts/conditions.ts";

/** Sums of clicks. Of days whose single clicks a retention has removed there is nothing that they could be derived from. */
const sumTables = ["link_quarter", "owner_quarter", "link_day", "owner_day"] as const;

/**
 * What was recorded, the daily sums of misses, which outlive those, what redirectors have counted, what other services had counted
 * of imported links, leads and sales, and of the sums of clicks those whose clicks a retention has removed. Everything else in ClickHouse is derived from it, or copied from Postgres.
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
  /** All rows, in ClickHouse's own format. */
  read(table: RecordedTable): Promise<Readable>;
  drop(): Promise<void>;
}

/** Keeps the tables as they are now by hard links to their parts: milliseconds, whatever their size. */
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
  // Else rows that have become too old meanwhile would be counted and not be read.
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
 * The rows of a table that are saved, as something to read from; `nameOf` says what its tables are called. Of days before a cut the
 * sums are saved, and no single clicks that have come since: their batches stand among the removed ones.
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
  // Sums with the same key may lie in several rows.
  const whole = `${nameOf(table)} FINAL`;
  return sumTables.some((name) => name === table) ? rowsByCut(whole, dayOfSums(table), "before", { cutTable }) : whole;
}

/** What a backup that was killed has left. No other may be under way. */
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
