import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { botRulesVersion } from "@hoplog/platform/visitor/botRules.js";
import type pg from "pg";
import { z } from "zod";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { lockWhenComplete, unlock } from "../../../clicks/tables/lockWhenComplete.ts";
import { type ClickView, readingFrom, viewsOnClicks } from "../../../clicks/tables/rebuildViews.ts";
import { reclassifiedClicks } from "./changes.ts";
import { areSumsOld, carrySums, summedClicks } from "./cutDays.ts";
import { reclassifyConversions } from "./conversions.ts";
import { ofMonth, run, workPrefix, workTables } from "./work.ts";

export interface MonthJob {
  readonly clickhouse: ClickHouseClient;
  /** A dedicated database connection, because it holds the lock of the run. */
  readonly client: pg.Client;
  readonly month: number;
  /** Whether single clicks of some days of the month were deleted. */
  readonly isCut: boolean;
  /** Version of the built-in rules. */
  readonly rulesVersion?: number;
  /** Called before each step; for tests. */
  readonly onStep?: (step: string) => Promise<void> | void;
}

export const steps = ["build", "add", "hold", "mark", "clicks", "sums", "lists", "conversions", "unmark"] as const;

/** Tables of stored top lists, which assume that a day's clicks never change. */
const listTables = ["link_day_value", "owner_day_value", "owner_day_link", "owner_day_segment"] as const;

/**
 * Thrown if clicks were erased, or arrived for days whose other clicks were deleted, while the month was rebuilt. The
 * month must then be rebuilt again.
 */
class Erased extends Error {
  override readonly name = "Erased";
}

/**
 * Applies a month's stored changes. Rebuilds clicks and sums in separate tables while all services run; then blocks
 * writers, adds newer clicks and swaps the tables. Returns how long writers were blocked, in milliseconds. May be
 * killed at any point and repeated.
 */
export async function rejudgeMonth(job: MonthJob): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptMonth(job);
    } catch (error) {
      if (!(error instanceof Erased) || attempt === 5) throw error;
    }
  }
}

async function attemptMonth({ clickhouse, client, month, isCut, rulesVersion = botRulesVersion, onStep }: MonthJob) {
  const step = async (name: (typeof steps)[number]) => onStep?.(name);
  const views = await viewsOnClicks(clickhouse);
  await step("build");
  await dropWork(clickhouse, views);
  await makeWork(clickhouse, views, isCut ? summedClicks : workTables.clicks);
  const insert = `INSERT INTO ${workTables.clicks} (${await columnsOf(clickhouse)}) SELECT ${await selectedOf(clickhouse, rulesVersion)}`;
  const quietly = { insert_deduplicate: 0, min_insert_block_size_rows: 1_000_000, max_insert_threads: 1 };
  await run(clickhouse, `${insert} FROM ${reclassifiedClicks(ofMonth(month))}`, quietly);
  await noteBatches(clickhouse);
  if (isCut) await carrySums(clickhouse, views);
  // Adds the clicks that arrived in the meantime, so that few are left to add while writers are blocked. Each batch is
  // one insert.
  const since = `${ofMonth(month)} AND batch_id NOT IN (SELECT batch_id FROM ${workTables.batches})`;
  await step("add");
  const known = await partsOf(clickhouse, month);
  await run(clickhouse, `${insert} FROM ${reclassifiedClicks(since)}`, quietly);
  await noteBatches(clickhouse);
  await step("hold");
  const heldAt = await lockWhenComplete(client, clickhouse);
  try {
    // Table parts that existed at the previous copy contain no new clicks.
    await run(clickhouse, `${insert} FROM ${reclassifiedClicks(`${newParts(known)} AND ${since}`)}`, quietly);
    if ((await countOf(clickhouse, "clicks", month)) !== (await countOf(clickhouse, workTables.clicks, month)))
      throw new Erased("clicks were erased during the reclassification");
    if (isCut && (await areSumsOld(clickhouse)))
      throw new Erased("sums of removed clicks changed during the reclassification");
    await step("mark");
    await mark(client, month, rulesVersion, false);
    await step("clicks");
    await run(clickhouse, `ALTER TABLE clicks REPLACE PARTITION ${month} FROM ${workTables.clicks}`);
    await step("sums");
    for (const { target } of views)
      await run(clickhouse, `ALTER TABLE ${target} REPLACE PARTITION ${month} FROM ${workPrefix}${target}`);
    await step("lists");
    await dropLists(clickhouse, month);
    // Conversions are updated after the clicks, because they copy the classification, and while no other process can
    // copy the old one.
    await step("conversions");
    await reclassifyConversions(clickhouse, month);
    await step("unmark");
    await mark(client, month, rulesVersion, true);
  } finally {
    await unlock(client);
  }
  const heldMs = performance.now() - heldAt;
  await dropWork(clickhouse, views);
  return heldMs;
}

export async function dropLists(clickhouse: ClickHouseClient, month: number): Promise<void> {
  for (const table of listTables) await run(clickhouse, `ALTER TABLE ${table} DROP PARTITION ${month}`);
}

async function mark(client: pg.Client, month: number, rulesVersion: number, isWhole: boolean): Promise<void> {
  await client.query(
    sql`INSERT INTO rejudged_month (month, built_in_rules, is_whole) VALUES (${month}, ${rulesVersion}, ${isWhole})
     ON CONFLICT (month) DO UPDATE SET built_in_rules = ${rulesVersion}, is_whole = ${isWhole}, at = now()`,
  );
}

/** Creates the work tables with their own views, so that inserted clicks are added to the sums too. */
async function makeWork(clickhouse: ClickHouseClient, views: readonly ClickView[], from: string): Promise<void> {
  await run(clickhouse, `CREATE TABLE ${workTables.clicks} AS clicks`);
  await run(clickhouse, `CREATE TABLE ${workTables.batches} (batch_id UUID) ENGINE = MergeTree ORDER BY batch_id`);
  for (const { name, target, query } of views) {
    const copied = readingFrom(query, from);
    await run(clickhouse, `CREATE TABLE ${workPrefix}${target} AS ${target}`);
    await run(clickhouse, `CREATE MATERIALIZED VIEW ${workPrefix}${name} TO ${workPrefix}${target} AS ${copied}`);
  }
}

/** Stores the batch ids separately, because searching the clicks for them would block writers for too long. */
async function noteBatches(clickhouse: ClickHouseClient): Promise<void> {
  await run(clickhouse, `TRUNCATE TABLE ${workTables.batches}`);
  await run(clickhouse, `INSERT INTO ${workTables.batches} SELECT DISTINCT batch_id FROM ${workTables.clicks}`);
}

async function dropWork(clickhouse: ClickHouseClient, views: readonly ClickView[]): Promise<void> {
  for (const { name } of views) await run(clickhouse, `DROP VIEW IF EXISTS ${workPrefix}${name} SYNC`);
  for (const table of [workTables.clicks, workTables.batches, ...views.map(({ target }) => `${workPrefix}${target}`)])
    await run(clickhouse, `DROP TABLE IF EXISTS ${table} SYNC`);
}

const nameRow = z.object({ name: z.string() });

/** Returns the columns, except those that ClickHouse computes. */
async function columnNames(clickhouse: ClickHouseClient): Promise<string[]> {
  const rows = await jsonRows(
    clickhouse,
    nameRow,
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'clicks'
     AND default_kind NOT IN ('MATERIALIZED', 'ALIAS') ORDER BY position`,
  );
  return rows.map(({ name }) => name);
}

async function columnsOf(clickhouse: ClickHouseClient): Promise<string> {
  return (await columnNames(clickhouse)).join(", ");
}

async function selectedOf(clickhouse: ClickHouseClient, rulesVersion: number): Promise<string> {
  const isChange = "(c.is_judgeable AND n.is_change = 1)";
  const made: Readonly<Record<string, string>> = {
    is_bot: `if(${isChange}, n.becomes != '', c.is_bot) AS is_bot`,
    bot_reason: `if(${isChange}, n.becomes, toString(c.bot_reason)) AS bot_reason`,
    bot_rules: `if(c.is_judgeable, ${Math.trunc(rulesVersion)}, c.bot_rules) AS bot_rules`,
  };
  return (await columnNames(clickhouse)).map((name) => made[name] ?? `c.${name} AS ${name}`).join(", ");
}

async function partsOf(clickhouse: ClickHouseClient, month: number): Promise<string[]> {
  const rows = await jsonRows(
    clickhouse,
    nameRow,
    `SELECT name FROM system.parts WHERE active AND database = currentDatabase() AND table = 'clicks' AND partition = '${month}'`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns the SQL condition that excludes known table parts. The names of parts are safe in SQL: ClickHouse names them
 * with digits and underscores.
 */
function newParts(known: readonly string[]): string {
  if (known.length === 0) return "true";
  return `_part NOT IN (${known.map((name) => `'${name.replaceAll(/\W/g, "")}'`).join(", ")})`;
}

const countRow = z.object({ rows: z.coerce.number() });

async function countOf(clickhouse: ClickHouseClient, table: string, month: number): Promise<number> {
  const [row] = await jsonRows(
    clickhouse,
    countRow,
    `SELECT count() AS rows FROM ${table} WHERE _partition_id = '${month}'`,
  );
  return row?.rows ?? 0;
}
