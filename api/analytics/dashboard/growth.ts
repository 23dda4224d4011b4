import { dayOf, daysEarlier, startOfDay } from "../../clicks/counts/range.ts";

export const growthDays = 7;

/** `from` belongs to it, `to` does not. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** They don't overlap. */
export interface GrowthPeriods {
  readonly current: Period;
  readonly previous: Period;
}

/** A number of all time, and those of the two periods that growth compares. */
export interface Periodic {
  readonly ever: number;
  readonly now: number;
  readonly before: number;
}

/**
 * The last seven calendar days of the time zone, today among them, and the same stretch of the seven days before: today
 * is not over, so the earlier one ends at the same time of the day.
 */
export function growthPeriods(now: Date, tz: string): GrowthPeriods {
  const today = dayOf(now, tz);
  return {
    current: { from: startOfDay(today, tz, 1 - growthDays), to: now },
    previous: { from: startOfDay(today, tz, 1 - 2 * growthDays), to: daysEarlier(now, tz, growthDays) },
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
