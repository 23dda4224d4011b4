import { TZDate } from "@date-fns/tz";
import { validationError } from "@hoplog/schema/errors.js";

/** Half-open: `from` belongs to it, `to` does not. Null is open. */
export interface TimeRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Throws VALIDATION_ERROR, on the field that ends the range, for one that ends before it begins. */
export function timeRange(from: Date | null | undefined, to: Date | null | undefined, field = "to"): TimeRange {
  if (from && to && from >= to) throw validationError([{ field, message: "The range must end after it begins" }]);
  return { from: from ?? null, to: to ?? null };
}

/** Far above any name of an IANA time zone. */
const longestZone = 64;

/** Throws VALIDATION_ERROR for what is no IANA time zone. An offset is none: Intl takes it, ClickHouse doesn't. */
export function requireTimeZone(tz: string, field = "tz"): string {
  try {
    if (tz.length > longestZone || !/^[a-z]/i.test(tz)) throw new RangeError();
    return new Intl.DateTimeFormat("en", { timeZone: tz }).resolvedOptions().timeZone;
  } catch {
    throw validationError([{ field, message: "Not a known time zone" }]);
  }
}

/** When a calendar day (`2026-11-21`) begins in a time zone. `daysLater` counts calendar days, whatever their length. */
export function startOfDay(day: string, tz: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new TZDate(year, month - 1, date + daysLater, tz).getTime());
}

/** The instant of the same time of day in a time zone, so many calendar days before. */
export function daysEarlier(at: Date, tz: string, days: number): Date {
  const local = new TZDate(at.getTime(), tz);
  local.setDate(local.getDate() - days);
  return new Date(local.getTime());
}

/** The calendar day of an instant in a time zone. */
export function dayOf(at: Date, tz: string): string {
  const local = new TZDate(at.getTime(), tz);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(local.getFullYear()).padStart(4, "0")}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}

/** Every day from the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
