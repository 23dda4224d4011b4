import type { TimeRange } from "./range.ts";

/** The conditions that a range sets on `at`. */
export function rangeConditions({ from, to }: TimeRange): { parts: string[]; params: Record<string, unknown> } {
  return {
    parts: [
      ...(from ? ["at >= {from: DateTime64(3, 'UTC')}"] : []),
      ...(to ? ["at < {to: DateTime64(3, 'UTC')}"] : []),
    ],
    params: { ...(from && { from: forClickHouse(from) }), ...(to && { to: forClickHouse(to) }) },
  };
}

/** Milliseconds since the epoch as a decimal number of seconds, which no time zone setting can bend. */
export function forClickHouse(date: Date): string {
  return (date.getTime() / 1000).toFixed(3);
}
