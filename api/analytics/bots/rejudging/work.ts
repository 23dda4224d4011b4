import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";

/** What a run makes for itself in ClickHouse; what one that was killed has left is removed by the next. */
export const workTables = {
  clicks: "rejudge_clicks",
  changes: "rejudge_changes",
  owners: "rejudge_owners",
  batches: "rejudge_batches",
  cutDays: "rejudge_cut_days",
} as const;

export const workPrefix = "rejudge_";

/** Of months with many clicks, beside everything that runs. */
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

/** The clicks of a month, such as 202611. */
export function ofMonth(month: number): string {
  return `toYYYYMM(at) = ${Math.trunc(month)}`;
}

/**
 * Clicks whose verdict can be judged again: the user agent is still kept, or it is known that there was none. Own visits stay
 * so: addresses are gone.
 */
export const judgeable =
  "((user_agent != '' OR bot_reason = 'no user agent') AND bot_rules > 0 AND NOT startsWith(bot_reason, 'own visit'))";
