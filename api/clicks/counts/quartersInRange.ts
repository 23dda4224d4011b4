import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import type { Condition } from "../clickhouse/condition.ts";
import type { TimeRange } from "./range.ts";

/**
 * Builds a condition on `quarter` for the quarters of an hour in a range. An end within a quarter includes that
 * quarter. `prefix` distinguishes the parameters of two ranges in one query.
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

/** Returns whether both ends of a range are on quarters of an hour, as days of all current time zones are. */
export function isOfQuarters({ from, to }: TimeRange): boolean {
  return [from, to].every((end) => !end || end.getTime() % quarterMs === 0);
}

/** The maximum of ClickHouse's 32-bit DateTime, which spans 1970 to 2106. No click is outside. */
const maxSeconds = 2 ** 32 - 1;

/** Returns whole seconds since the epoch, clamped to the range of a DateTime. */
export function storedSeconds(date: Date): number {
  return Math.min(Math.max(0, Math.floor(date.getTime() / 1000)), maxSeconds);
}

/** Returns SQL for the clicks of one row of a table of quarters `AS q`. */
export function clicksOfRow(bots: boolean): string {
  return bots ? "q.people + q.bots" : "q.people";
}

/**
 * Returns SQL for the summed clicks of rows of `link_quarter AS q`, in exactly the form that its projection stores:
 * ClickHouse uses the projection only for identical sums, and `sum(people + bots)` is a different one.
 */
export function summedClicks(bots: boolean): string {
  return bots ? "sum(q.people) + sum(q.bots)" : "sum(q.people)";
}
