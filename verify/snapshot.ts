import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { localEngine } from "@hoplog/platform/clickhouse/localCopy.js";
import { randomBytes } from "node:crypto";
import { z } from "zod";

export const projectionTables = ["link_quarter", "owner_quarter", "link_day", "owner_day"] as const;
export type Table =
  | "clicks"
  | "misses"
  | "misses_day"
  | "misses_by_owner"
  | "request_quarter"
  | "clicks_cut"
  | "cut_batch"
  | "imported_visits"
  | "conversions"
  | (typeof projectionTables)[number];

/** Tables as they were at one moment, for as long as they are wanted. */
export interface Snapshot {
  /** The name of a table's copy. */
  table(table: Table): string;
  /** Runs a query of our own making; it takes the time it takes. */
  read<S extends z.ZodType>(row: S, query: string, params?: Record<string, unknown>): Promise<z.output<S>[]>;
  drop(): Promise<void>;
}

const prefix = "verify_";

/**
 * Copies tables by hard links to their parts: milliseconds, whatever their size, and no disk space but for what is
 * merged away meanwhile. They agree with each other if nobody writes while they are taken.
 */
export async function takeSnapshot(clickhouse: ClickHouseClient, tables: readonly Table[]): Promise<Snapshot> {
  const id = randomBytes(4).toString("hex");
  const nameOf = (table: Table) => `${prefix}${id}_${table}`;
  const isReplicated = await catchUp(clickhouse);
  const engineOf = async (table: string) => (isReplicated ? localEngine(clickhouse, table) : "");
  await Promise.all(
    tables.map(async (table) =>
      clickhouse.command({
        query: `CREATE TABLE ${nameOf(table)} CLONE AS ${table}${await engineOf(table)}`,
      }),
    ),
  );
  return {
    table: nameOf,
    async read(row, query, params = {}) {
      const result = await clickhouse.query({
        query,
        query_params: params,
        format: "JSONEachRow",
        clickhouse_settings: bounded,
      });
      return row.array().parse(await result.json());
    },
    async drop() {
      await dropTables(clickhouse, tables.map(nameOf));
    },
  };
}

/** What an earlier run that was killed has left behind. No other run may be under way. */
export async function dropLeftovers(clickhouse: ClickHouseClient): Promise<void> {
  const found = await clickhouse.query({
    query: `SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, '^${prefix}[0-9a-f]{8}_')`,
    format: "JSONEachRow",
  });
  const rows = z
    .object({ name: z.string() })
    .array()
    .parse(await found.json());
  await dropTables(
    clickhouse,
    rows.map(({ name }) => name),
  );
}

async function dropTables(clickhouse: ClickHouseClient, names: readonly string[]): Promise<void> {
  for (const name of names) await clickhouse.command({ query: `DROP TABLE IF EXISTS ${name} SYNC` });
}

/** A recount must not take the machine from the pages: few threads, and groups that don't fit go to the disk. */
const bounded = {
  max_execution_time: 0,
  max_threads: 2,
  max_bytes_before_external_group_by: "1000000000",
  max_memory_usage: "3000000000",
  output_format_json_quote_64bit_integers: 0,
} as const;
