import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { rowsByCut } from "../../../clicks/cuts/conditions.ts";
import { ofMonth, run } from "./work.ts";

const clickKey = "owner_id, link_id, at, click_id";

/**
 * Returns SQL for the month's conversions whose classification differs from that of their clicks. Excludes conversions
 * whose click was not found or is before the retention's cut, even if its deletion was interrupted.
 */
function outdatedConversions(month: number): string {
  const sold = `SELECT * FROM conversions FINAL WHERE ${ofMonth(month)} AND matched AND NOT removed`;
  // Selects clicks by primary key, because a busy month has far more clicks than conversions.
  const where = `${ofMonth(month)} AND (${clickKey}) IN (SELECT ${clickKey} FROM conversions WHERE ${ofMonth(month)} AND matched)`;
  const clicks = rowsByCut("clicks", "toDate(at)", "behind", { where, columns: `${clickKey}, is_bot, bot_reason` });
  return `(${sold}) AS sold INNER JOIN (SELECT * FROM ${clicks} LIMIT 1 BY ${clickKey}) AS clicked USING (${clickKey})
    WHERE sold.is_bot != clicked.is_bot OR sold.bot_reason != clicked.bot_reason`;
}

/**
 * Updates conversions to the current classification of their clicks. May be repeated. A row is replaced by one of the
 * same version, so conversions that were deleted in the meantime stay deleted.
 */
export async function reclassifyConversions(clickhouse: ClickHouseClient, month: number): Promise<void> {
  await run(
    clickhouse,
    `INSERT INTO conversions SELECT sold.* REPLACE (clicked.is_bot AS is_bot, clicked.bot_reason AS bot_reason)
     FROM ${outdatedConversions(month)}`,
    { insert_deduplicate: 0, max_insert_threads: 1 },
  );
}

const countRow = z.object({ rows: z.coerce.number() });

/**
 * Returns whether the classification of conversions differs from that of their clicks. Older releases reclassified only
 * clicks.
 */
export async function areConversionsBehind(clickhouse: ClickHouseClient, month: number): Promise<boolean> {
  const query = `SELECT count() AS rows FROM ${outdatedConversions(month)}`;
  const [row] = await jsonRows(clickhouse, countRow, query);
  return (row?.rows ?? 0) > 0;
}
