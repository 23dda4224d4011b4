import { z } from "zod";
import type { ProjectionResult } from "./projections.ts";
import type { Snapshot } from "./snapshot.ts";

const row = z.object({
  day: z.string(),
  reason: z.string(),
  raw: z.coerce.number(),
  kept: z.coerce.number(),
});
const retentionRow = z.object({ days: z.coerce.number() });

/** Daily sums of visits that led nowhere against those visits, for the days that are still there as a whole. */
export async function compareMisses(snapshot: Snapshot): Promise<ProjectionResult> {
  const [retention] = await snapshot.read(
    retentionRow,
    `SELECT toUInt32OrZero(extract(engine_full, ' TTL .*toIntervalDay\\\\((\\\\d+)\\\\)')) AS days
     FROM system.tables WHERE database = currentDatabase() AND name = '${snapshot.table("misses")}'`,
  );
  const days = retention?.days ?? 0;
  const rows = await snapshot.read(
    row,
    `SELECT day, reason, sum(r) AS raw, sum(k) AS kept FROM (
       SELECT toDate(at, 'UTC') AS day, reason, count() AS r, 0 AS k FROM ${snapshot.table("misses")} GROUP BY day, reason
       UNION ALL SELECT day, reason, 0, sum(misses) FROM ${snapshot.table("misses_day")} GROUP BY day, reason)
     WHERE {days: UInt32} = 0 OR day > toDate(now(), 'UTC') - {days: UInt32}
     GROUP BY day, reason ORDER BY day, reason`,
    { days },
  );
  const differences = rows
    .filter(({ raw, kept }) => raw !== kept)
    .map(({ day, reason, raw, kept }) => ({
      where: `misses_day ${day} ${reason}`,
      expected: `${raw} misses`,
      found: `${kept} misses`,
    }));
  return { figures: rows.length, differences, unlisted: 0 };
}
