import { TZDate } from "@date-fns/tz";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the start of a calendar day (`2026-11-21`) in a time zone, `daysLater` calendar days later. */
export function startOfDay(day: string, tz: string, daysLater = 0): Date {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + daysLater);
  return new Date(new TZDate(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), tz).getTime());
}

/** Returns the calendar day of an instant in a time zone, as YYYY-MM-DD. */
export function dayOf(at: Date, tz: string): string {
  let format = formats.get(tz);
  // Swedish dates have the ISO 8601 format.
  if (!format) formats.set(tz, (format = new Intl.DateTimeFormat("sv-SE", { timeZone: tz, dateStyle: "short" })));
  return format.format(at);
}

/** Returns every day from the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (const at = new Date(first); at <= new Date(last); at.setUTCDate(at.getUTCDate() + 1))
    days.push(at.toISOString().slice(0, 10));
  return days;
}
