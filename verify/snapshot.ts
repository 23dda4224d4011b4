import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { localEngine } from "@hoplog/platform/clickhouse/localCopy.js";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { number } from "./sums.ts";

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

/** Copies of tables from one moment. */
export interface Snapshot {
  /** Returns the name of a table's copy. */
  table(table: Table): string;
  /** Runs one of verify's own queries without a timeout. */
  read<S extends z.ZodType>(row: S, query: string, params?: Record<string, unknown>): Promise<z.output<S>[]>;
}

export interface Snapshots {
  /**
   * Copies the current tables, which are consistent if nothing is written during the call. Returns the previous
   * snapshot if no table has changed. Earlier snapshots must no longer be read.
   */
  take(tables: readonly Table[]): Promise<Snapshot>;
  /** Drops copies used only by earlier snapshots. */
  dropOutdated(): Promise<void>;
  /** Drops all copies. */
  drop(): Promise<void>;
}

const prefix = "verify_";

/**
 * Copies tables with hard links to their parts. This takes milliseconds at any size, and disk space only for parts that
 * are merged away later. A table is copied again if its parts differ from the parts of its copy. One caller at a time.
 */
export function createSnapshots(clickhouse: ClickHouseClient): Snapshots {
  /** Copies by table, with the parts that each was made from. */
  const copies = new Map<Table, { readonly name: string; readonly parts: string }>();
  const made = new Set<string>();
  let latest: { readonly copied: string; readonly snapshot: Snapshot } | null = null;

  async function copy(table: Table, parts: string, isReplicated: boolean): Promise<void> {
    const name = `${prefix}${randomBytes(4).toString("hex")}_${table}`;
    const engine = isReplicated ? await localEngine(clickhouse, table) : "";
    made.add(name);
    await clickhouse.command({ query: `CREATE TABLE ${name} CLONE AS ${table}${engine}` });
    copies.set(table, { name, parts });
  }

  async function dropAllBut(wanted: ReadonlySet<string>): Promise<void> {
    for (const name of made) {
      if (wanted.has(name)) continue;
      await dropTable(clickhouse, name);
      made.delete(name);
    }
  }

  return {
    async take(tables) {
      const isReplicated = await catchUp(clickhouse);
      const states = await statesOf(clickhouse, tables);
      const changed = states.filter(({ table, parts }) => copies.get(table)?.parts !== parts);
      await Promise.all(changed.map(async ({ table, parts }) => copy(table, parts, isReplicated)));
      const nameOf = new Map(tables.map((table) => [table, copies.get(table)?.name ?? ""]));
      const copied = [...nameOf.values()].join(" ");
      if (latest?.copied !== copied) {
        const rows = Math.max(...states.map((state) => state.rows));
        latest = { copied, snapshot: snapshotOf(clickhouse, nameOf, rows) };
      }
      return latest.snapshot;
    },
    dropOutdated: () => dropAllBut(new Set(Array.from(copies.values(), ({ name }) => name))),
    drop: () => dropAllBut(new Set()),
  };
}

function snapshotOf(clickhouse: ClickHouseClient, nameOf: ReadonlyMap<Table, string>, rows: number): Snapshot {
  const settings = { ...bounded, max_threads: rows < smallRows ? 1 : bounded.max_threads };
  return {
    table(table) {
      const name = nameOf.get(table);
      if (name === undefined) throw new RangeError(`the snapshot contains no copy of the table ${table}`);
      return name;
    },
    async read(row, query, params = {}) {
      const result = await clickhouse.query({
        query,
        query_params: params,
        format: "JSONEachRow",
        clickhouse_settings: settings,
      });
      return row.array().parse(await result.json());
    },
  };
}

interface TableState {
  readonly table: Table;
  /** Fingerprint of the names and contents of all parts. */
  readonly parts: string;
  readonly rows: number;
}

const stateRow = z.object({ table: z.string(), parts: z.string(), rows: number });

async function statesOf(clickhouse: ClickHouseClient, tables: readonly Table[]): Promise<TableState[]> {
  const found = await clickhouse.query({
    query: `SELECT table, hex(sipHash128(arraySort(groupArray((name, hash_of_all_files))))) AS parts, sum(rows) AS rows
      FROM system.parts WHERE database = currentDatabase() AND active AND table IN {tables: Array(String)} GROUP BY table`,
    query_params: { tables },
    format: "JSONEachRow",
  });
  const rows = stateRow.array().parse(await found.json());
  return tables.map((table) => {
    const state = rows.find((row) => row.table === table);
    return { table, parts: state?.parts ?? "none", rows: state?.rows ?? 0 };
  });
}

/** Drops copies left by a killed run. No other run may be in progress. */
export async function dropLeftovers(clickhouse: ClickHouseClient): Promise<void> {
  const found = await clickhouse.query({
    query: `SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, '^${prefix}[0-9a-f]{8}_')`,
    format: "JSONEachRow",
  });
  const rows = z
    .object({ name: z.string() })
    .array()
    .parse(await found.json());
  for (const { name } of rows) await dropTable(clickhouse, name);
}

async function dropTable(clickhouse: ClickHouseClient, name: string): Promise<void> {
  await clickhouse.command({ query: `DROP TABLE IF EXISTS ${name} SYNC` });
}

/** Number of rows below which starting a second thread costs more than it saves. */
const smallRows = 1_000_000;

/** Limits that keep recounts from slowing the pages down: few threads, and large groupings spill to disk. */
const bounded = {
  max_execution_time: 0,
  max_threads: 2,
  max_bytes_before_external_group_by: "1000000000",
  max_memory_usage: "3000000000",
  output_format_json_quote_64bit_integers: 0,
  // Parallel formatting of a few rows costs more than it saves.
  output_format_parallel_formatting: 0,
} as const;
