import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { copiedFacts } from "@hoplog/schema/conversions/copiedFacts.js";
import { deleteRows } from "../clickhouse/deleteRows.ts";

/**
 * Daily lists derived from single clicks. They are deleted before the clicks, without which they could not be found
 * again after an interruption.
 */
const listTables = ["link_day_value", "owner_day_value", "owner_day_link", "owner_day_segment"] as const;

/**
 * Columns of conversions that describe the click's visitor. They are blanked with the click; type, amount, rule and arm
 * remain.
 */
const ofVisitors = copiedFacts.flatMap(({ column, unknown }) => (unknown === undefined ? [] : [{ column, unknown }]));
const blanked = ofVisitors.map(({ column, unknown }) => `${column} = ${unknown}`).join(", ");
const hasFacts = `(${ofVisitors.map(({ column, unknown }) => `${column} != ${unknown}`).join(" OR ")})`;

export const cutSteps = ["lists", "conversions", "batches", "clicks"] as const;
export type CutStep = (typeof cutSteps)[number];

/**
 * Deletes the single clicks of accounts before a day, and the lists of these days, but no sums. The accounts' cut marks
 * must already be at that day. May be killed at any point and repeated.
 */
export async function deleteClicksBefore(
  clickhouse: ClickHouseClient,
  owners: readonly string[],
  day: string,
  onStep?: (step: CutStep) => Promise<void> | void,
): Promise<void> {
  const params = { owners, day };
  const ofOwners = "owner_id IN {owners: Array(UUID)}";
  await onStep?.("lists");
  for (const table of listTables)
    await deleteRows(clickhouse, `DELETE FROM ${table} WHERE ${ofOwners} AND day < {day: Date}`, params);
  await onStep?.("conversions");
  await blankConversions(clickhouse, `${ofOwners} AND at < toDateTime64({day: Date}, 3, 'UTC')`, params);
  const clicks = `${ofOwners} AND at < toDateTime64({day: Date}, 3, 'UTC')`;
  await onStep?.("batches");
  await clickhouse.command({
    query: `INSERT INTO cut_batch (batch_id, cut_on) SELECT DISTINCT batch_id, toDate(now('UTC')) FROM clicks WHERE ${clicks}`,
    query_params: params,
    clickhouse_settings: { max_execution_time: 0, max_threads: 1, insert_deduplicate: 0 },
  });
  await onStep?.("clicks");
  await deleteRows(clickhouse, `DELETE FROM clicks WHERE ${clicks}`, params);
}

/** Blanks the visitor columns of conversions, except of those that are blank already. May be repeated. */
export async function blankConversions(
  clickhouse: ClickHouseClient,
  where: string,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  await clickhouse.command({
    query: `ALTER TABLE conversions UPDATE ${blanked} WHERE ${where} AND ${hasFacts}`,
    query_params: params,
    clickhouse_settings: { mutations_sync: "2", max_execution_time: 0 },
  });
}

/** Number of days after which no copy of a batch is delivered any more. */
const batchDays = 400;

export async function forgetOldBatches(clickhouse: ClickHouseClient): Promise<void> {
  await deleteRows(clickhouse, `DELETE FROM cut_batch WHERE cut_on < toDate(now('UTC')) - ${batchDays}`, {});
}
