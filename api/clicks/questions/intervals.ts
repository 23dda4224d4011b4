import { type HoplogError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { dayOf, daysBetween, startOfDay } from "../counts/range.ts";
import type { ClickQuestion } from "./question.ts";

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

export interface ChartPoint {
  /**
   * Start of the interval: for hours an ISO 8601 time, otherwise the first day of the day, week (Monday) or month as
   * YYYY-MM-DD.
   */
  readonly at: string;
  readonly clicks: number;
}

/** Returns SQL for the start of the interval of `column`; the time zone is the parameter `tz`. */
export function startSql(interval: Interval, column: string): string {
  const day = `toDate(${column}, {tz: String})`;
  return {
    hour: `formatDateTime(toStartOfHour(toDateTime(${column}, {tz: String})), '%Y-%m-%dT%H:%i:%SZ', 'UTC')`,
    day: `toString(${day})`,
    week: `toString(toMonday(${day}))`,
    month: `toString(toStartOfMonth(${day}))`,
  }[interval];
}

type Question = Pick<ClickQuestion, "range" | "tz" | "now">;

const hourMs = 60 * 60 * 1000;
const mostPerDay: Readonly<Record<Interval, number>> = { hour: 24, day: 1, week: 1 / 7, month: 1 / 28 };

/**
 * Adds the intervals without clicks, from the range's first (or the first with clicks) to its last, or now. Throws
 * VALIDATION_ERROR for more points than a chart can show.
 */
export function withoutGaps(points: readonly ChartPoint[], interval: Interval, question: Question): ChartPoint[] {
  const { range, tz, now } = question;
  const first = range.from ?? beginOf(points[0]?.at, tz);
  if (first === null) return [];
  const end = range.to && range.to < now ? new Date(range.to.getTime() - 1) : now;
  if (((end.getTime() - first.getTime()) / (24 * hourMs)) * mostPerDay[interval] > limits.chartPoints) {
    throw tooManyPoints();
  }
  const clicks = new Map(points.map((point) => [point.at, point.clicks]));
  const starts = new Set([...startsBetween(first, end, interval, tz), ...clicks.keys()]);
  return [...starts].toSorted().map((at) => ({ at, clicks: clicks.get(at) ?? 0 }));
}

/** Returns the error for more points than a chart can show. */
export function tooManyPoints(): HoplogError {
  const message = `The chart would have more than ${limits.chartPoints} points. Choose a longer interval or a shorter range.`;
  return validationError([{ field: "interval", message }]);
}

function beginOf(at: string | undefined, tz: string): Date | null {
  if (at === undefined) return null;
  return at.includes("T") ? new Date(at) : startOfDay(at, tz);
}

function startsBetween(first: Date, end: Date, interval: Interval, tz: string): string[] {
  if (interval === "hour") return hoursBetween(first, end, tz);
  const days = daysBetween(dayOf(first, tz), dayOf(end, tz));
  if (interval === "day") return days;
  return days.map(interval === "week" ? mondayOf : (day) => `${day.slice(0, 7)}-01`);
}

/**
 * Returns the hours of a range; in zones whose offset from UTC is not a whole number of hours, they begin on the local
 * hour.
 */
function hoursBetween(first: Date, end: Date, tz: string): string[] {
  const starts: string[] = [];
  const offset = first.getTime() - startOfDay(dayOf(first, tz), tz).getTime();
  for (let at = first.getTime() - (offset % hourMs); at <= end.getTime(); at += hourMs) {
    starts.push(`${new Date(at).toISOString().slice(0, 19)}Z`);
  }
  return starts;
}

function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}
