import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";

/**
 * Number of rows below which a second thread takes longer to start than it saves; one thread also needs a third less
 * CPU time.
 */
const fewMax = 1_000_000;

const askedEveryMs = 60_000;

interface Known {
  readonly askedAt: number;
  readonly isFew: boolean;
}

/** The last count of each ClickHouse. */
const known = new WeakMap<ClickHouseClient, Known>();

const answer = z.object({ data: z.tuple([z.object({ rows: z.coerce.number() })]) });

/**
 * Returns whether there are so few clicks that one thread executes queries about them as fast as several. Counts in the
 * background, at most once a minute, and returns the last result; false before the first one.
 */
export function hasFewClicks(clickhouse: ClickHouseClient): boolean {
  const now = performance.now();
  const last = known.get(clickhouse);
  if (last && now - last.askedAt < askedEveryMs) return last.isFew;
  const isFew = last?.isFew ?? false;
  known.set(clickhouse, { askedAt: now, isFew });
  // The count is not awaited. If it fails, queries use all cores, and probably fail for the same reason.
  countRows(clickhouse).then(
    (rows) => known.set(clickhouse, { askedAt: now, isFew: rows < fewMax }),
    () => known.set(clickhouse, { askedAt: now, isFew: false }),
  );
  return isFew;
}

async function countRows(clickhouse: ClickHouseClient): Promise<number> {
  const result = await clickhouse.query({
    query: `SELECT sum(total_rows) AS rows FROM system.tables
      WHERE database = currentDatabase() AND name IN ('clicks', 'misses', 'imported_visits')`,
    clickhouse_settings: { max_threads: 1 },
  });
  return answer.parse(await result.json()).data[0].rows;
}
