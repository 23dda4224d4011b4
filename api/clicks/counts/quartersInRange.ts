import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import type { Condition } from "../clickhouse/condition.ts";
import type { TimeRange } from "./range.ts";

/**
 * The quarters of an hour of a range, as a condition on `quarter`. Its ends count as the quarters that they lie in. `prefix` keeps
 * the parameters of two ranges in one query apart.
 */
export function quartersInRange({ from, to }: TimeRange, prefix = ""): Condition {
  const conditions = [
    ...(from ? [`quarter >= toStartOfFifteenMinutes(toDateTime({${prefix}from: UInt32}, 'UTC'))`] : []),
    ...(to ? [`quarter < toDateTime({${prefix}to: UInt32}, 'UTC')`] : []),
  ];
  return {
    sql: `(${conditions.join(" AND ") || "true"})`,
    params: {
      ...(from && { [`${prefix}from`]: storedSeconds(from) }),
      ...(to && { [`${prefix}to`]: storedSeconds(to) }),
    },
  };
}

/** Whether a range begins and ends with a quarter of an hour, as days of every time zone do. */
export function isOfQuarters({ from, to }: TimeRange): boolean {
  return [from, to].every((end) => !end || end.getTime() % quarterMs === 0);
}

/** ClickHouse's DateTime is of 32 bits: from 1970 to 2106. No click lies outside. */
const maxSeconds = 2 ** 32 - 1;

/** Since the epoch, cut to whole ones that a DateTime can hold. */
export function storedSeconds(date: Date): number {
  return Math.min(Math.max(0, Math.floor(date.getTime() / 1000)), maxSeconds);
}

/** The clicks of one row of a table of quarters `AS q`. */
export function clicksOfRow(bots: boolean): string {
  return bots ? "q.people + q.bots" : "q.people";
}

/**
 * The clicks of many rows of `link_quarter AS q`, summed in the form in which its projection keeps totals: ClickHouse reads
 * that only for the very sums it has, and a sum of `people + bots` is another one.
 */
export function summedClicks(bots: boolean): string {
  return bots ? "sum(q.people) + sum(q.bots)" : "sum(q.people)";
}
