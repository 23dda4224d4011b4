import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";

/** Temporary ClickHouse tables of a run; the next run drops those of a killed one. */
export const workTables = {
  clicks: "rejudge_clicks",
  changes: "rejudge_changes",
  owners: "rejudge_owners",
  batches: "rejudge_batches",
  cutDays: "rejudge_cut_days",
} as const;

export const workPrefix = "rejudge_";

/** Settings for months with many clicks, so that other queries are not slowed down. */
const gentle = {
  max_execution_time: 0,
  max_threads: 2,
  max_bytes_before_external_group_by: "1000000000",
} as const;

export async function run(
  clickhouse: ClickHouseClient,
  query: string,
  settings: Record<string, string | number> = {},
): Promise<void> {
  await clickhouse.command({ query, clickhouse_settings: { ...gentle, ...settings } });
}

/** Returns SQL for the clicks of a month, such as 202611. */
export function ofMonth(month: number): string {
  return `toYYYYMM(at) = ${Math.trunc(month)}`;
}

/**
 * SQL condition for clicks that can be reclassified: the rules version is recorded, and the user agent is retained or
 * known to be missing. Own visits keep their classification, because addresses are not retained.
 */
export const classifiable =
  "((user_agent != '' OR bot_reason = 'no user agent') AND bot_rules > 0 AND NOT startsWith(bot_reason, 'own visit'))";
