import { dayOf, daysBetween } from "./calendar.ts";
import type { Span, Sum } from "./sums.ts";

/** Returns the estimate if it is within the expected error, otherwise the exact count. */
export function believable(estimate: number, exact: number): number {
  return Math.abs(estimate - exact) <= Math.max(3, exact / 20) ? estimate : exact;
}

/** Lists all days from the range's first day (or the first click's) to its last (or today). */
export function withoutGaps(clicked: readonly [string, Sum][], { from, to }: Span, tz: string, at: Date): string[] {
  const dates = clicked.map(([date]) => date).toSorted();
  const first = from ? dayOf(from, tz) : dates[0];
  if (first === undefined) return [];
  const end = dayOf(to && to < at ? new Date(to.getTime() - 1) : at, tz);
  return daysBetween(first, [end, dates.at(-1) ?? end].toSorted().at(-1) ?? end);
}

/** Sorts values with clicks by clicks, descending; ties by their bytes. */
export function mostFirst(
  sums: ReadonlyMap<string, Sum>,
  counted: (sum: Sum) => number,
): { readonly value: string; readonly clicks: number }[] {
  return [...sums]
    .map(([value, sum]) => ({ value, clicks: counted(sum) }))
    .filter(({ clicks }) => clicks > 0)
    .toSorted((a, b) => b.clicks - a.clicks || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)));
}
