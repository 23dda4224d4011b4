import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { type ChartPoint, type Interval, startSql, withoutGaps } from "./intervals.ts";
import { type AnalyticsQuestion, countedOf, sourceOf } from "./source.ts";
import { ofMissingDays } from "./storedLists.ts";
import { segmentsIn, storedSegmentDays } from "./storedSegments.ts";

const pointRow = z.object({ at: z.string(), clicks: z.coerce.number() });

/** Clicks by hour, day, week or month, without gaps. Throws VALIDATION_ERROR where that would be too many points. */
export async function chartOf(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  interval: Interval,
): Promise<ChartPoint[]> {
  // Before ClickHouse is asked, where the range says already that it is too long.
  if (question.range.from) withoutGaps([], interval, question);
  const source = sourceOf(question);
  const days = await storedSegmentDays(clickhouse, question);
  const counted = (where: string) =>
    `SELECT ${startSql(interval, source.at)} AS start, ${countedOf(source, question)} AS c FROM ${source.table} WHERE ${where} GROUP BY start`;
  const [segments, missing] = [days.stored.length > 0 ? segmentsIn(question, days) : null, ofMissingDays(days)];
  const parts = segments
    ? [
        segmentStarts(segments.sql, question, interval),
        ...(days.missing.length > 0 ? [counted(`${source.sql} AND ${missing.sql}`)] : []),
      ]
    : [counted(source.sql)];
  const rows = await select(
    clickhouse,
    pointRow,
    `SELECT start AS at, sum(c) AS clicks FROM (${parts.join(" UNION ALL ")}) GROUP BY start HAVING clicks > 0 ORDER BY start`,
    { ...source.params, ...segments?.params, ...missing.params, tz: question.tz },
  );
  return withoutGaps(rows, interval, question);
}

/** A segment has its clicks by quarter of an hour of a day of UTC. */
function segmentStarts(where: string, { bots }: AnalyticsQuestion, interval: Interval): string {
  const moment = "toDateTime(day, 'UTC') + 900 * (place - 1)";
  const counts = bots ? "arrayMap((p, b) -> p + b, v.people, v.bots)" : "v.people";
  return `SELECT ${startSql(interval, moment)} AS start, sum(c) AS c
    FROM (SELECT day, place, sum(c) AS c FROM owner_day_segment AS v ARRAY JOIN ${counts} AS c, arrayEnumerate(v.people) AS place
      WHERE ${where} GROUP BY day, place) GROUP BY start`;
}
