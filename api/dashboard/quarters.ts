import type { TimeRange } from "../counts/range.ts";

/** A condition on `quarter` and its parameters. */
export interface QuartersInRange {
  readonly sql: string;
  readonly params: Readonly<Record<string, number>>;
}

/**
 * The quarters of an hour of a range, whose ends count as the quarters that they lie in. `prefix` keeps the parameters of
 * two ranges in one query apart.
 */
export function quartersInRange({ from, to }: TimeRange, prefix = ""): QuartersInRange {
  const conditions = [
    ...(from ? [`quarter >= toStartOfFifteenMinutes(toDateTime({${prefix}from: UInt32}, 'UTC'))`] : []),
    ...(to ? [`quarter < toDateTime({${prefix}to: UInt32}, 'UTC')`] : []),
  ];
  return {
    sql: `(${conditions.join(" AND ") || "true"})`,
    params: { ...(from && { [`${prefix}from`]: inSeconds(from) }), ...(to && { [`${prefix}to`]: inSeconds(to) }) },
  };
}

/** Since the epoch, cut to whole ones. */
export function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
