import { dayOf, startOfDay, type TimeRange } from "../stats/range.ts";

export const growthDays = 7;

/**
 * The last seven calendar days of the time zone, today among them, and the same stretch of the seven days before: today
 * is not over, so the earlier one ends at the same time of the day.
 */
export function growthPeriods(now: Date, tz: string): { current: TimeRange; previous: TimeRange } {
  const today = dayOf(now, tz);
  const from = startOfDay(today, tz, 1 - growthDays);
  const elapsed = now.getTime() - startOfDay(today, tz).getTime();
  const previousEnd = new Date(startOfDay(today, tz, -growthDays).getTime() + elapsed);
  return {
    current: { from, to: now },
    previous: { from: startOfDay(today, tz, 1 - 2 * growthDays), to: previousEnd },
  };
}

/** In percent with one decimal; null where there was nothing before. */
export function growthPercent(current: number, previous: number): number | null {
  return previous === 0 ? null : oneDecimal(((current - previous) / previous) * 100);
}

/** A share in percent with one decimal; 0 of nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : oneDecimal((part / whole) * 100);
}

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
