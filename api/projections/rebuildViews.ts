import { catchUp } from "@hoplog/platform/clickhouse/catchUp.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { localEngine } from "@hoplog/platform/clickhouse/localCopy.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import { explaining, postgresConnectionSettings } from "@hoplog/platform/tls/connectionError.js";
import pg from "pg";
import { z } from "zod";
import { setTimeout as sleep } from "node:timers/promises";
import { jsonRows } from "../backup/clickHouseSnapshot.ts";
import { tableExists } from "../backup/postgresTables.ts";
import { countedBatches } from "../backup/spool.ts";

export interface RebuildJob {
  readonly databaseUrl: string;
  /** Its requests may take hours. */
  readonly clickhouse: ClickHouseClient;
  readonly onProgress: (line: string) => void;
}

const prefix = "rebuild_";
const viewRow = z.object({ name: z.string(), target: z.string(), query: z.string() });
const monthRow = z.object({ month: z.coerce.number() });
const partitionRow = z.object({ partition: z.string() });

/**
 * Derives every projection of `clicks` anew, month by month, while everything runs: readers see the old month until the
 * new one takes its place in one step. During a month nobody writes clicks; they wait in the log, and redirects go on.
 * Gives the names of the tables.
 */
export async function rebuildViews({ databaseUrl, clickhouse, onProgress }: RebuildJob): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "hoplog rebuild", keepAlive: true });
  client.on("error", () => {});
  await explaining(postgresConnectionSettings, () => client.connect());
  try {
    const views = await viewsOnClicks(clickhouse);
    for (const month of await monthsOf(clickhouse, views)) {
      const startedAt = performance.now();
      await lockWhenWhole(client, clickhouse);
      try {
        await catchUp(clickhouse);
        for (const view of views) await rebuildMonth(clickhouse, view, month);
      } finally {
        await unlock(client);
      }
      onProgress(`${month}: ${views.length} tables, ${Math.round(performance.now() - startedAt)} ms`);
    }
    return views.map(({ target }) => target);
  } finally {
    await client.end();
  }
}

/** An ingest that runs takes no longer than this to finish what it has begun. */
const wholeMs = 120_000;

/**
 * Takes the lock that nobody writes clicks beside. A delivery that was cut off between the raw table and the views would be
 * counted again by what finishes it, so those are waited for. Throws an Error when no ingest finishes them.
 */
async function lockWhenWhole(client: pg.Client, clickhouse: ClickHouseClient): Promise<void> {
  for (const until = Date.now() + wholeMs; ; await sleep(200)) {
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [clicksWrittenLock]);
    if (!(await isHalfWritten(client, clickhouse))) return;
    await unlock(client);
    if (Date.now() > until)
      throw new Error("Clicks are half counted, and no ingest finishes them: start hoplog, and try again.");
  }
}

/** Whether there are rows of a delivery that is not counted, while nobody writes. */
async function isHalfWritten(client: pg.Client, clickhouse: ClickHouseClient): Promise<boolean> {
  if (!(await tableExists(client, "click_delivery"))) return false;
  const { rows } = await client.query<{ id: string }>(
    "SELECT b.id FROM counted_batch AS b JOIN click_delivery AS d ON d.id = b.delivery WHERE d.counted_at IS NULL",
  );
  return (
    (
      await countedBatches(
        clickhouse,
        rows.map(({ id }) => id),
      )
    ).size > 0
  );
}

async function unlock(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [clicksWrittenLock]);
}

type View = z.output<typeof viewRow>;

async function viewsOnClicks(clickhouse: ClickHouseClient): Promise<View[]> {
  return jsonRows(
    clickhouse,
    viewRow,
    `SELECT name, extract(create_table_query, ' TO [^.]+\\\\.(\\\\w+)') AS target, as_select AS query FROM system.tables
     WHERE database = currentDatabase() AND engine = 'MaterializedView' AND match(as_select, 'FROM \\\\S*\\\\bclicks\\\\b')
     ORDER BY target`,
  );
}

/** Also months that only a projection has: those are emptied. */
async function monthsOf(clickhouse: ClickHouseClient, views: readonly View[]): Promise<number[]> {
  const rows = await jsonRows(
    clickhouse,
    monthRow,
    `SELECT DISTINCT toUInt32(partition) AS month FROM system.parts
     WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)} ORDER BY month`,
    { tables: ["clicks", ...views.map(({ target }) => target)] },
  );
  return rows.map(({ month }) => month);
}

/** The table itself stays, and with it what it knows of the batches it has: a batch that comes again counts once. */
async function rebuildMonth(clickhouse: ClickHouseClient, { target, query }: View, month: number): Promise<void> {
  const fresh = `${prefix}${target}`;
  const run = (sql: string, settings: Record<string, string | number> = {}) =>
    clickhouse.command({ query: sql, clickhouse_settings: { max_execution_time: 0, ...settings } });
  await run(`DROP TABLE IF EXISTS ${fresh} SYNC`);
  try {
    await run(`CREATE TABLE ${fresh} AS ${target}${await localEngine(clickhouse, target)}`);
    await run(`INSERT INTO ${fresh} SELECT * FROM (${query}) SETTINGS additional_table_filters = ${ofMonth(month)}`, {
      insert_deduplicate: 0,
      max_threads: 2,
      max_bytes_before_external_group_by: "1000000000",
    });
    const written = await jsonRows(
      clickhouse,
      partitionRow,
      `SELECT DISTINCT partition FROM system.parts WHERE active AND database = currentDatabase() AND table = '${fresh}'`,
    );
    if (written.some(({ partition }) => partition !== String(month)))
      throw new Error(`${target} was to be made anew for ${month} alone`);
    await run(
      written.length === 0
        ? `ALTER TABLE ${target} DROP PARTITION ${month}`
        : `ALTER TABLE ${target} REPLACE PARTITION ${month} FROM ${fresh}`,
    );
  } finally {
    await run(`DROP TABLE IF EXISTS ${fresh} SYNC`);
  }
}

function ofMonth(month: number): string {
  return `{'clicks': 'toYYYYMM(at) = ${month}'}`;
}
