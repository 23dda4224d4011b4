import { TZDate } from "@date-fns/tz";
import { dayOf, startOfDay } from "./calendar.ts";

/** Two half-open periods. */
interface GrowthPeriods {
  readonly current: { readonly from: Date; readonly to: Date };
  readonly previous: { readonly from: Date; readonly to: Date };
}

/** Returns the last seven calendar days including today, and the seven days before, up to the same time of day. */
export function growthPeriods(now: Date, tz: string): GrowthPeriods {
  const today = dayOf(now, tz);
  const local = new TZDate(now.getTime(), tz);
  return {
    current: { from: startOfDay(today, tz, -6), to: now },
    previous: {
      from: startOfDay(today, tz, -13),
      to: new Date(local.setDate(local.getDate() - 7)),
    },
  };
}

/** Returns the growth in percent with one decimal; null if the previous period is 0. */
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
