import type { WindowSize } from "./rule.ts";
import { daysEarlier, type Window } from "./windows.ts";

/** Number of clicks or misses in the hour that starts at `at`. */
export interface HourCount {
  readonly at: Date;
  readonly count: number;
}

/** Weeks of history. */
export const weeksBack = 4;
const weeksNeeded = 2;
const daysBack = 7;
const daysNeeded = 3;

export function countIn(hours: readonly HourCount[], { from, to }: Window): number {
  return hours.reduce((sum, { at, count }) => (at >= from && at < to ? sum + count : sum), 0);
}

/**
 * Returns the median of the same hour (or day) of the week in the last four weeks. If fewer than two of these were
 * after `since`, returns the median of the same hour in the last seven days; null if fewer than three of them were. A
 * median ignores single unusual weeks.
 */
export function usualCount(
  hours: readonly HourCount[],
  window: Window,
  { size, tz, since }: { readonly size: WindowSize; readonly tz: string; readonly since: Date },
): number | null {
  const before = (days: number) => daysEarlier(size, window, days, tz);
  const known = (windows: Window[]) => windows.filter(({ from }) => from >= since);
  const weeks = known(Array.from({ length: weeksBack }, (_, i) => before(7 * (i + 1))));
  if (weeks.length >= weeksNeeded) return median(weeks.map((one) => countIn(hours, one)));
  const days = known(Array.from({ length: daysBack }, (_, i) => before(i + 1)));
  return days.length >= daysNeeded ? median(days.map((one) => countIn(hours, one))) : null;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
