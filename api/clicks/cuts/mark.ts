import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { oneThread, select } from "../clickhouse/select.ts";
import { cutDaySql } from "./conditions.ts";

const row = z.object({ day: z.iso.date() });

/** Returns the UTC day since which an account has single clicks; null if none were deleted. */
export async function clicksSince(clickhouse: ClickHouseClient, ownerId: string): Promise<string | null> {
  const rows = await select(clickhouse, row, `SELECT toString(${cutDaySql}) AS day`, { owner: ownerId }, oneThread);
  const day = rows[0]?.day ?? "1970-01-01";
  return day === "1970-01-01" ? null : day;
}

/**
 * Returns the first UTC day with single clicks, like {@link clicksSince}, for a range that begins at `from` (null:
 * open); null if no clicks were deleted, or if the range begins at or after that day.
 */
export async function clicksSinceWithin(
  clickhouse: ClickHouseClient,
  ownerId: string,
  from: Date | null,
): Promise<string | null> {
  const since = await clicksSince(clickhouse, ownerId);
  return since !== null && (from === null || from < new Date(since)) ? since : null;
}

/** Moves the cut marks of accounts forward; earlier days than the present ones have no effect. */
export async function markCut(clickhouse: ClickHouseClient, owners: readonly string[], day: string): Promise<void> {
  await clickhouse.command({
    query: `INSERT INTO clicks_cut (owner_id, cut_before) SELECT arrayJoin({owners: Array(UUID)}), {day: Date}`,
    query_params: { owners, day },
    clickhouse_settings: { insert_deduplicate: 0 },
  });
}
