import { TZDate } from "@date-fns/tz";
import { dayOf, startOfDay } from "../../clicks/counts/range.ts";
import type { WindowSize } from "./rule.ts";

/** A half-open interval: an hour or a day of a time zone. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

const hourMs = 60 * 60 * 1000;

/** Returns the start of the hour or day that contains a moment. Some time zones have offsets of fractional hours. */
function startOf(size: WindowSize, at: Date, tz: string): Date {
  if (size === "day") return startOfDay(dayOf(at, tz), tz);
  const local = new TZDate(at.getTime(), tz);
  return new Date(at.getTime() - local.getMinutes() * 60_000 - local.getSeconds() * 1000 - local.getMilliseconds());
}

/** Returns the window that begins at `from`, which must be the start of one. */
export function windowFrom(size: WindowSize, from: Date, tz: string): Window {
  const to = size === "day" ? startOfDay(dayOf(from, tz), tz, 1) : new Date(from.getTime() + hourMs);
  return { from, to };
}

/** Returns the last window that had ended at a moment. */
export function lastWindow(size: WindowSize, at: Date, tz: string): Window {
  const to = startOf(size, at, tz);
  return { from: startOf(size, new Date(to.getTime() - 1), tz), to };
}

/** Returns the windows that follow `after`, the start of one, and had ended at a moment; oldest first. */
export function windowsSince(size: WindowSize, after: Date, at: Date, tz: string): Window[] {
  const windows: Window[] = [];
  for (let next = windowFrom(size, after, tz); next.to <= at; next = windowFrom(size, next.to, tz)) windows.push(next);
  return windows;
}

/** Returns the window at the same local time a number of days earlier. */
export function daysEarlier(size: WindowSize, { from }: Window, days: number, tz: string): Window {
  const local = new TZDate(from.getTime(), tz);
  const at = new TZDate(local.getFullYear(), local.getMonth(), local.getDate() - days, local.getHours(), 0, 0, 0, tz);
  return windowFrom(size, new Date(at.getTime()), tz);
}
