import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { rowsByCut } from "../../../clicks/cuts/conditions.ts";
import { ofMonth, run } from "./work.ts";

const clickKey = "owner_id, link_id, at, click_id";

/**
 * Conversions of a month beside the verdicts of their clicks, where these are others than they have. Those keep what they have whose
 * clicks were never found, or are removed by a retention: also where a removal was cut off before the clicks themselves.
 */
function outdatedConversions(month: number): string {
  const sold = `SELECT * FROM conversions FINAL WHERE ${ofMonth(month)} AND matched AND NOT removed`;
  // By the primary key of the clicks: a busy month has many more of them than conversions.
  const where = `${ofMonth(month)} AND (${clickKey}) IN (SELECT ${clickKey} FROM conversions WHERE ${ofMonth(month)} AND matched)`;
  const clicks = rowsByCut("clicks", "toDate(at)", "behind", { where, columns: `${clickKey}, is_bot, bot_reason` });
  return `(${sold}) AS sold INNER JOIN (SELECT * FROM ${clicks} LIMIT 1 BY ${clickKey}) AS clicked USING (${clickKey})
    WHERE sold.is_bot != clicked.is_bot OR sold.bot_reason != clicked.bot_reason`;
}

/**
 * Updates conversions to the current verdicts of their clicks. May be repeated. A row keeps its version, so that it
 * replaces itself as the last written one, and one that was deleted in the meantime stays deleted.
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

/** Whether conversions have other verdicts than their clicks, as left by releases that only reclassified clicks. */
export async function areConversionsBehind(clickhouse: ClickHouseClient, month: number): Promise<boolean> {
  const query = `SELECT count() AS rows FROM ${outdatedConversions(month)}`;
  const [row] = await jsonRows(clickhouse, countRow, query);
  return (row?.rows ?? 0) > 0;
}
