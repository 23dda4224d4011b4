import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { jsonRows } from "./clickHouseSnapshot.ts";

const batchRow = z.object({ id: z.string() });

/** Returns which of the given batches are in ClickHouse, or were until their clicks were deleted by a retention. */
export async function countedBatches(clickhouse: ClickHouseClient, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += 1000) {
    const rows = await jsonRows(
      clickhouse,
      batchRow,
      `SELECT DISTINCT toString(batch_id) AS id FROM clicks WHERE batch_id IN {ids:Array(UUID)}
       UNION DISTINCT SELECT DISTINCT toString(batch_id) AS id FROM cut_batch WHERE batch_id IN {ids:Array(UUID)}
       UNION DISTINCT SELECT DISTINCT toString(batch_id) AS id FROM misses WHERE batch_id IN {ids:Array(UUID)}`,
      { ids: ids.slice(at, at + 1000) },
    );
    for (const { id } of rows) found.add(id);
  }
  return found;
}
