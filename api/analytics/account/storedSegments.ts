import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { allOf, type Condition } from "../../clicks/clickhouse/condition.ts";
import { isOfQuarters } from "../../clicks/counts/quartersInRange.ts";
import { conditionOf, filterConditions } from "../../clicks/questions/filterConditions.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { ofOwner } from "../../clicks/questions/source.ts";
import { ofStoredDays, type SplitDays, storedDaysIn } from "../link/storedDays.ts";
import { rareValuesOf, segmentedFields } from "../link/topLists/accountListVersion.ts";
import { noDays, type PartRow, readDays } from "./storedLists.ts";

interface Segments extends Condition {
  /** SQL condition for the segments of the filter's values. */
  readonly named: string;
  readonly isExclusion: boolean;
}

/**
 * Returns the days for which a query with one filter can be computed from stored segments; none if the query does not
 * allow it. Such a day has a segment for each value of the filter with clicks; for `isNot`, it also has segments for
 * all other values.
 */
export async function storedSegmentDays(clickhouse: ClickHouseClient, question: ClickQuestion): Promise<SplitDays> {
  const segments = segmentsOf(question);
  if (segments === null) return noDays;
  const days = storedDaysIn(question.range);
  const { named, isExclusion, params } = segments;
  const inDays = `owner_id = {owner: UUID} AND ${days.sql}`;
  const counted = `SELECT 'counted' AS kind, toString(v.day) AS day, run, toInt64(uniqExact(value)) AS people, toInt64(0) AS bots, '' AS text
    FROM owner_day_value AS v WHERE ${inDays} AND ${named} GROUP BY v.day, run`;
  const segmented = `SELECT 'segmented', toString(v.day), run, toInt64(uniqExact(value)), toInt64(0), ''
    FROM owner_day_segment AS v WHERE ${inDays} AND ${named} GROUP BY v.day, run`;
  const summed = `SELECT 'summed', toString(v.day), run, toInt64(sum(arraySum(v.people))), toInt64(sum(arraySum(v.bots))), ''
    FROM owner_day_segment AS v WHERE ${inDays} AND ${allValues} GROUP BY v.day, run`;
  const more = [counted, segmented, ...(isExclusion ? [summed] : [])].map((sql) => ({ sql, params }));
  const hasOthers = (day: PartRow, rows: readonly PartRow[]) =>
    rows.some(({ kind, people, bots }) => kind === "summed" && people === day.people && bots === day.bots);
  return readDays(
    clickhouse,
    question,
    more,
    (day, rows) => valuesIn("counted", rows) === valuesIn("segmented", rows) && (!isExclusion || hasOthers(day, rows)),
  );
}

function valuesIn(kind: PartRow["kind"], rows: readonly PartRow[]): number {
  return rows.find((row) => row.kind === kind)?.people ?? 0;
}

/**
 * SQL condition for all clicks of a day: the segments of frequent values, and the segment of all rare values, which is
 * stored since 2026-11-27.
 */
const allValues = "field IN {segmentedFields: Array(String)}";

/** Returns the segments to add up for a query with one filter; null if another table must be used. */
function segmentsOf({ filters, range }: ClickQuestion): Segments | null {
  const [filter, another] = filters;
  if (!filter || another || filter.op === "contains" || !isOfQuarters(range)) return null;
  if (!segmentedFields.some(({ name }) => name === filter.field)) return null;
  const named = `field = {segmentedField: String} AND ${conditionOf({ ...filter, op: "is" }, "value")}`;
  const isExclusion = filter.op === "isNot";
  return {
    named,
    isExclusion,
    sql: isExclusion ? `${allValues} AND NOT (${named})` : named,
    params: {
      segmentedField: filter.field,
      segmentedFields: [filter.field, rareValuesOf(filter.field)],
      ...filterConditions(filters).params,
    },
  };
}

/** Returns the SQL condition, on a table `v`, for the stored segments of a query. */
export function segmentsIn(question: ClickQuestion, days: SplitDays): Condition {
  const segments = segmentsOf(question);
  if (segments === null) throw new RangeError("this query cannot be computed from stored segments");
  return allOf(ofOwner(question.ownerId), segments, ofStoredDays(days.stored));
}
