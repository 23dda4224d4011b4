import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { storeAccountLists } from "../../link/topLists/storeAccountLists.ts";
import { storeTopLists } from "../../link/topLists/storeTopLists.ts";
import { dropLists } from "./month.ts";
import { ofMonth } from "./work.ts";

const writerRow = z.object({ id: z.string() });
const dayRow = z.object({ day: z.string() });

/**
 * Recreates a month's top lists. First waits for running writes, which may be based on the old classification, and
 * deletes the existing lists: a list stores only the number of its clicks, so an outdated list would not be detected.
 */
export async function rebuildLists(clickhouse: ClickHouseClient, month: number): Promise<void> {
  const writers = new Set((await writersOfLists(clickhouse)).map(({ id }) => id));
  while ((await writersOfLists(clickhouse)).some(({ id }) => writers.has(id))) await sleep(200);
  await dropLists(clickhouse, month);
  const days = await jsonRows(
    clickhouse,
    dayRow,
    `SELECT DISTINCT toString(toDate(at)) AS day FROM clicks WHERE ${ofMonth(month)} AND at < toStartOfDay(now('UTC')) ORDER BY day`,
  );
  for (const { day } of days) {
    await storeTopLists(clickhouse, day, Date.now());
    await storeAccountLists(clickhouse, day, Date.now());
  }
}

function writersOfLists(clickhouse: ClickHouseClient) {
  return jsonRows(
    clickhouse,
    writerRow,
    "SELECT query_id AS id FROM system.processes WHERE match(query, '^\\\\s*INSERT INTO (link_day_value|owner_day_value|owner_day_link|owner_day_segment)\\\\b')",
  );
}
