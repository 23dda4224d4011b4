import { dayOf, daysEarlier, startOfDay } from "../../clicks/counts/range.ts";

export const growthDays = 7;

/** `from` is inclusive, `to` exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The two compared periods, which don't overlap. */
export interface GrowthPeriods {
  readonly current: Period;
  readonly previous: Period;
}

/** A number for all time, and one for each of the two compared periods. */
export interface Periodic {
  readonly ever: number;
  readonly now: number;
  readonly before: number;
}

/**
 * Returns the last seven calendar days of the time zone including today, and the same part of the seven days before.
 * Today is not over, so the previous period ends at the same time of day.
 */
export function growthPeriods(now: Date, tz: string): GrowthPeriods {
  const today = dayOf(now, tz);
  return {
    current: { from: startOfDay(today, tz, 1 - growthDays), to: now },
    previous: { from: startOfDay(today, tz, 1 - 2 * growthDays), to: daysEarlier(now, tz, growthDays) },
  };
}

/** Returns the change in percent with one decimal; null without a previous value. */
export function growthPercent(current: number, previous: number): number | null {
  return previous === 0 ? null : oneDecimal(((current - previous) / previous) * 100);
}

/** Returns a share in percent with one decimal; 0 if the whole is 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : oneDecimal((part / whole) * 100);
}

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
