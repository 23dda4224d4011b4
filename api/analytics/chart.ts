import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { type ChartPoint, type Interval, startSql, withoutGaps } from "./intervals.ts";
import type { AnalyticsQuestion } from "./question.ts";
import { countedOf, sourceOf } from "./source.ts";

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
  const rows = await select(
    clickhouse,
    pointRow,
    `SELECT ${startSql(interval, source.at)} AS start, start AS at, ${countedOf(source, question)} AS clicks
     FROM ${source.table} WHERE ${source.sql} GROUP BY start HAVING clicks > 0 ORDER BY start`,
    { ...source.params, tz: question.tz },
  );
  return withoutGaps(rows, interval, question);
}
