import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { localEngine } from "@hoplog/platform/clickhouse/localCopy.js";
import { explaining, postgresConnectionSettings } from "@hoplog/platform/tls/connectionError.js";
import pg from "pg";
import { z } from "zod";
import { jsonRows } from "./clickHouseSnapshot.ts";
import { dayOfSums, rowsByCut } from "../cuts/conditions.ts";
import { withoutCuts } from "../cuts/lock.ts";
import { lockWhenComplete, unlock } from "./lockWhenComplete.ts";

export interface RebuildJob {
  readonly databaseUrl: string;
  /** A client whose requests may take hours. */
  readonly clickhouse: ClickHouseClient;
  readonly onProgress: (line: string) => void;
}

const prefix = "rebuild_";
const monthRow = z.object({ month: z.coerce.number() });
const partitionRow = z.object({ partition: z.string() });

/**
 * Rebuilds every table that views fill from `clicks`, month by month, while the system runs: readers see the old month
 * until the new one replaces it atomically. During a month's rebuild no clicks are written; they wait in the log, and
 * redirects continue. Returns the names of the tables.
 */
export async function rebuildViews({ databaseUrl, clickhouse, onProgress }: RebuildJob): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "hoplog rebuild", keepAlive: true });
  client.on("error", () => {});
  await explaining(postgresConnectionSettings, () => client.connect());
  try {
    const views = await viewsOnClicks(clickhouse);
    await withoutCuts(client, async () => {
      for (const month of await monthsOf(clickhouse, views)) {
        const startedAt = performance.now();
        await lockWhenComplete(client, clickhouse);
        try {
          await catchUp(clickhouse);
          for (const view of views) await rebuildMonth(clickhouse, view, month);
        } finally {
          await unlock(client);
        }
        onProgress(`${month}: ${views.length} tables, ${Math.round(performance.now() - startedAt)} ms`);
      }
    });
    return views.map(({ target }) => target);
  } finally {
    await client.end();
  }
}

/** Returns the months to rebuild, including months that only such a table has, which are emptied. */
async function monthsOf(clickhouse: ClickHouseClient, views: readonly ClickView[]): Promise<number[]> {
  const rows = await jsonRows(
    clickhouse,
    monthRow,
    `SELECT DISTINCT toUInt32(partition) AS month FROM system.parts
     WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)} ORDER BY month`,
    { tables: ["clicks", ...views.map(({ target }) => target)] },
  );
  return rows.map(({ month }) => month);
}

/**
 * Rebuilds one month of a table. Does not recreate the table, so its deduplication of batches still works: a repeated
 * batch counts once. Sums of days whose single clicks were deleted by a retention are copied.
 */
async function rebuildMonth(clickhouse: ClickHouseClient, { target, query }: ClickView, month: number): Promise<void> {
  const fresh = `${prefix}${target}`;
  const run = (sql: string, settings: Record<string, string | number> = {}) =>
    clickhouse.command({ query: sql, clickhouse_settings: { max_execution_time: 0, ...settings } });
  await run(`DROP TABLE IF EXISTS ${fresh} SYNC`);
  try {
    await run(`CREATE TABLE ${fresh} AS ${target}${await localEngine(clickhouse, target)}`);
    const quietly = { insert_deduplicate: 0, max_threads: 2, max_bytes_before_external_group_by: "1000000000" };
    await run(`INSERT INTO ${fresh} SELECT * FROM (${readingFrom(query, clicksOf(month))})`, quietly);
    await run(`INSERT INTO ${fresh} SELECT * FROM ${sumsBeforeCut(target, month)}`, quietly);
    const written = await jsonRows(
      clickhouse,
      partitionRow,
      `SELECT DISTINCT partition FROM system.parts WHERE active AND database = currentDatabase() AND table = '${fresh}'`,
    );
    if (written.some(({ partition }) => partition !== String(month)))
      throw new Error(`rebuilding the table ${target} for the month ${month} returned rows of other months`);
    await run(
      written.length === 0
        ? `ALTER TABLE ${target} DROP PARTITION ${month}`
        : `ALTER TABLE ${target} REPLACE PARTITION ${month} FROM ${fresh}`,
    );
  } finally {
    await run(`DROP TABLE IF EXISTS ${fresh} SYNC`);
  }
}

function clicksOf(month: number): string {
  return rowsByCut("clicks", "toDate(at)", "behind", { where: `toYYYYMM(at) = ${month}` });
}

function sumsBeforeCut(target: string, month: number): string {
  const day = dayOfSums(target);
  return rowsByCut(target, day, "before", { where: `toYYYYMM(${day}) = ${month}` });
}

const viewRow = z.object({ name: z.string(), target: z.string(), query: z.string() });

/** A view that sums up clicks when they are inserted. */
export type ClickView = z.output<typeof viewRow>;

export async function viewsOnClicks(clickhouse: ClickHouseClient): Promise<ClickView[]> {
  return jsonRows(
    clickhouse,
    viewRow,
    `SELECT name, extract(create_table_query, ' TO [^.]+\\\\.(\\\\w+)') AS target, as_select AS query FROM system.tables
     WHERE database = currentDatabase() AND engine = 'MaterializedView' AND match(as_select, 'FROM \\\\S*\\\\bclicks\\\\b')
     ORDER BY target`,
  );
}

/** Returns the query of a view with another table instead of `clicks`. */
export function readingFrom(query: string, table: string): string {
  const other = query.replaceAll(/\bFROM (\S*\.)?`?clicks`?(?=\s|$)/g, () => `FROM ${table}`);
  if (other === query)
    throw new Error(`Cannot rebuild: a view does not read clicks as expected: ${query.slice(0, 200)}`);
  return other;
}
