import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { dayOfSums } from "../../../clicks/cuts/conditions.ts";
import type { ClickView } from "../../../clicks/tables/rebuildViews.ts";
import { classifiable, run, workPrefix, workTables } from "./work.ts";

const { clicks, cutDays } = workTables;

/**
 * Stores the days of a month whose single clicks a retention has removed, by account. Returns whether there are any.
 */
export async function noteCutDays(clickhouse: ClickHouseClient, month: number): Promise<boolean> {
  await run(clickhouse, `DROP TABLE IF EXISTS ${cutDays} SYNC`);
  await run(
    clickhouse,
    `CREATE TABLE ${cutDays} (owner_id UUID, day Date) ENGINE = MergeTree ORDER BY (owner_id, day)`,
  );
  const first = `toDate('${String(month).slice(0, 4)}-${String(month).slice(4)}-01')`;
  await run(
    clickhouse,
    `INSERT INTO ${cutDays} SELECT owner_id, day FROM (SELECT owner_id, max(cut_before) AS cut_before FROM clicks_cut GROUP BY owner_id)
     ARRAY JOIN arrayMap(n -> ${first} + n, range(toDayOfMonth(toLastDayOfMonth(${first})))) AS day WHERE day < cut_before`,
  );
  return (await textOf(clickhouse, `SELECT toString(count()) AS text FROM ${cutDays}`)) !== "0";
}

/**
 * SQL condition for the clicks that a run reclassifies. Excludes late clicks of days whose other clicks were deleted.
 */
export const reclassifiableClicks = `(${classifiable} AND (owner_id, toDate(at)) NOT IN ${cutDays})`;

/**
 * SQL for the clicks to sum. Excludes late clicks of days whose other clicks were deleted, because the copied sums
 * include them.
 */
export const summedClicks = `(SELECT * FROM ${clicks} WHERE (owner_id, toDate(at)) NOT IN ${cutDays})`;

const ofCutDays = (table: string) =>
  `owner_id IN (SELECT owner_id FROM ${cutDays}) AND (owner_id, ${dayOfSums(table)}) IN ${cutDays}`;

/** Copies the sums of days whose clicks were deleted to the rebuilt tables. */
export async function carrySums(clickhouse: ClickHouseClient, views: readonly ClickView[]): Promise<void> {
  for (const { target } of views) {
    const insert = `INSERT INTO ${workPrefix}${target} SELECT * FROM ${target} WHERE ${ofCutDays(target)}`;
    await run(clickhouse, insert, { insert_deduplicate: 0, max_insert_threads: 1 });
  }
}

/** Returns whether clicks of days with copied sums have arrived or were erased since the copy. */
export async function areSumsOld(clickhouse: ClickHouseClient): Promise<boolean> {
  // Returns a fingerprint of the rows that does not depend on how they are merged.
  const markOf = (table: string) =>
    textOf(
      clickhouse,
      `SELECT toString(sum(cityHash64(owner_id, link_id, quarter) * (people + 3 * bots))) AS text FROM ${table} WHERE ${ofCutDays("link_quarter")}`,
    );
  return (await markOf("link_quarter")) !== (await markOf(`${workPrefix}link_quarter`));
}

const textRow = z.object({ text: z.string() });

async function textOf(clickhouse: ClickHouseClient, query: string): Promise<string> {
  const [row] = await jsonRows(clickhouse, textRow, query);
  return row?.text ?? "";
}
