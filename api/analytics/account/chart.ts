import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Condition } from "../../clicks/clickhouse/condition.ts";
import { countedByStart, readChart } from "../../clicks/questions/chart.ts";
import { type ChartPoint, type Interval, startSql } from "../../clicks/questions/intervals.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { countedOf, sourceOf } from "../../clicks/questions/source.ts";
import { overDays } from "../link/storedDays.ts";
import { segmentsIn, storedSegmentDays } from "./storedSegments.ts";

/**
 * Returns clicks by hour, day, week or month, without gaps. Throws VALIDATION_ERROR if the range has too many points.
 */
export async function chartOf(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
  interval: Interval,
): Promise<ChartPoint[]> {
  const source = sourceOf(question);
  return readChart(clickhouse, question, interval, async () => {
    const days = await storedSegmentDays(clickhouse, question);
    const stored = () => segmentStarts(segmentsIn(question, days), question, interval);
    return overDays(days, source, stored, (of) => countedByStart(of, interval, countedOf(of, question)));
  });
}

/** Returns SQL for the clicks of stored segments by interval start. */
function segmentStarts({ sql, params }: Condition, { bots }: ClickQuestion, interval: Interval): Condition {
  const moment = "toDateTime(day, 'UTC') + 900 * (place - 1)";
  const counts = bots ? "arrayMap((p, b) -> p + b, v.people, v.bots)" : "v.people";
  return {
    sql: `SELECT ${startSql(interval, moment)} AS start, sum(c) AS c
      FROM (SELECT day, place, sum(c) AS c FROM owner_day_segment AS v ARRAY JOIN ${counts} AS c, arrayEnumerate(v.people) AS place
        WHERE ${sql} GROUP BY day, place) GROUP BY start`,
    params,
  };
}
