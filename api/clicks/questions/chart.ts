import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import type { Condition } from "../clickhouse/condition.ts";
import { select } from "../clickhouse/select.ts";
import { type ChartPoint, type Interval, startSql, withoutGaps } from "./intervals.ts";
import type { ClickQuestion } from "./question.ts";
import type { Source } from "./source.ts";

const pointRow = z.object({ at: z.string(), clicks: z.coerce.number() });

/** Returns SQL for rows of `start` and `c`: the counted value of a source per interval. */
export function countedByStart({ table, at, sql }: Source, interval: Interval, counted: string): string {
  return `SELECT ${startSql(interval, at)} AS start, ${counted} AS c FROM ${table} WHERE ${sql} GROUP BY start`;
}

/**
 * Sums rows of `start` and `c` by hour, day, week or month, without gaps. Throws VALIDATION_ERROR for more points than
 * a chart can show.
 */
export async function readChart(
  clickhouse: ClickHouseClient,
  question: Pick<ClickQuestion, "range" | "tz" | "now">,
  interval: Interval,
  counts: () => Condition | Promise<Condition>,
): Promise<ChartPoint[]> {
  // Checks before the query whether the range alone is too long.
  if (question.range.from) withoutGaps([], interval, question);
  const { sql, params } = await counts();
  const rows = await select(
    clickhouse,
    pointRow,
    `SELECT start AS at, sum(c) AS clicks FROM (${sql}) GROUP BY start HAVING clicks > 0 ORDER BY start`,
    { ...params, tz: question.tz },
  );
  return withoutGaps(rows, interval, question);
}
