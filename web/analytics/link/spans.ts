import type { Period, View } from "./view.ts";

/** A half-open time range as the API expects it; an omitted end is unbounded. */
export interface Span {
  readonly from?: string;
  readonly to?: string;
}

const daysBack: Partial<Record<Period, number>> = { "7d": 7, "30d": 30, "90d": 90 };
const hour = 60 * 60 * 1000;

/** Returns the time range of a view; days begin at the viewer's midnight. Null means all time. */
export function spanOf({ period, from, to }: View, now: Date): Span | null {
  if (period === "24h") return { from: new Date(now.getTime() - 24 * hour).toISOString() };
  const days = daysBack[period];
  if (days !== undefined) return { from: midnight(now, 1 - days).toISOString() };
  if (period === "all" || (from === null && to === null)) return null;
  return {
    ...(from === null ? {} : { from: localMidnight(from, 0).toISOString() }),
    ...(to === null ? {} : { to: localMidnight(to, 1).toISOString() }),
  };
}

/**
 * Returns the previous span of the same length; null if there is none. If the span is not over yet, the previous one
 * ends at the same time of day. Whole days are shifted by the viewer's calendar days, whatever their length.
 */
export function spanBefore(span: Span | null, now: Date): Required<Span> | null {
  if (span?.from === undefined) return null;
  const start = new Date(span.from);
  const wholeEnd = span.to === undefined ? now : new Date(span.to);
  const end = wholeEnd < now ? wholeEnd : now;
  if (end <= start) return null;
  const days = startsAtMidnight(start) ? calendarDays(start, wholeEnd) : null;
  const earlier = (at: Date) =>
    days === null ? new Date(at.getTime() - (end.getTime() - start.getTime())) : daysEarlier(at, days);
  return { from: earlier(start).toISOString(), to: earlier(end).toISOString() };
}

/** Returns whether a time is midnight, or the start of a day that a clock change delays. */
function startsAtMidnight(at: Date): boolean {
  return at.getTime() === midnight(at, 0).getTime();
}

/** Returns the number of calendar days that the half-open span touches. */
function calendarDays(start: Date, end: Date): number {
  const dayNumber = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / (24 * hour);
  return dayNumber(new Date(end.getTime() - 1)) - dayNumber(start) + 1;
}

/**
 * Returns the same time of day some days earlier, in the viewer's time zone; the start of a day remains the start of a
 * day.
 */
function daysEarlier(at: Date, days: number): Date {
  if (startsAtMidnight(at)) return midnight(at, -days);
  const earlier = new Date(at);
  earlier.setDate(at.getDate() - days);
  return earlier;
}

/** Returns the change in percent; null if `before` is 0. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : ((now - before) / before) * 100;
}

function midnight(at: Date, plusDays: number): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + plusDays);
}

function localMidnight(isoDay: string, plusDays: number): Date {
  const [year = 0, month = 1, date = 1] = isoDay.split("-").map(Number);
  return new Date(year, month - 1, date + plusDays);
}
