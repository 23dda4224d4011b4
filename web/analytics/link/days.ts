import type { ChartRow } from "./figures.ts";

const fewest = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Prepends days without clicks to series of less than a week. Dates are YYYY-MM-DD. */
export function atLeastAWeek(days: readonly ChartRow[]): readonly ChartRow[] {
  const [first] = days;
  if (!first) return days;
  const missing = Math.max(0, fewest - days.length);
  const before = Array.from({ length: missing }, (_, index) => ({
    label: new Date(Date.parse(first.label) - (missing - index) * dayMs).toISOString().slice(0, 10),
    clicks: 0,
  }));
  return [...before, ...days];
}
