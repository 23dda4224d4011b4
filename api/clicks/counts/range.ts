import tzdata from "tzdata/timezone-data.json" with { type: "json" };
import { TZDate } from "@date-fns/tz";
import { validationError } from "@hoplog/schema/errors.js";
import { allOf, type Condition } from "../clickhouse/condition.ts";

/** A half-open range: includes `from`, excludes `to`. A null end is open. */
export interface TimeRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Builds a range. Throws VALIDATION_ERROR on `field` if it does not end after it begins. */
export function timeRange(from: Date | null | undefined, to: Date | null | undefined, field = "to"): TimeRange {
  if (from && to && from >= to) throw validationError([{ field, message: "The range must end after it begins" }]);
  return { from: from ?? null, to: to ?? null };
}

/** Returns the time zone under its given name, old or new. Throws VALIDATION_ERROR for an unknown one. */
export function requireTimeZone(tz: string, field = "tz"): string {
  const known = timeZoneNamed(tz);
  if (known === null) throw validationError([{ field, message: "Must be an IANA time zone, such as Europe/Berlin" }]);
  return known;
}

/**
 * Returns when a calendar day (`2026-11-21`) begins in a time zone. `daysLater` counts calendar days, whatever their
 * length.
 */
export function startOfDay(day: string, tz: string, daysLater = 0): Date {
  return timeOfDay(day, tz, { daysLater });
}

/** Returns the instant of a full hour on a calendar day in a time zone, also on days of a clock change. */
export function timeOfDay(day: string, tz: string, { daysLater = 0, hour = 0 }): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new TZDate(year, month - 1, date + daysLater, hour, tz).getTime());
}

/** Returns the instant of the same time of day in a time zone, `days` calendar days earlier. */
export function daysEarlier(at: Date, tz: string, days: number): Date {
  const local = new TZDate(at.getTime(), tz);
  local.setDate(local.getDate() - days);
  return new Date(local.getTime());
}

/** Returns the calendar day of an instant in a time zone. */
export function dayOf(at: Date, tz: string): string {
  const local = new TZDate(at.getTime(), tz);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(local.getFullYear()).padStart(4, "0")}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}

/** Returns every day from the first to the last, inclusive. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** Builds a condition on `at` for a range. */
export function rangeCondition({ from, to }: TimeRange): Condition {
  return allOf(
    ...(from ? [{ sql: "at >= {from: DateTime64(3, 'UTC')}", params: { from: forClickHouse(from) } }] : []),
    ...(to ? [{ sql: "at < {to: DateTime64(3, 'UTC')}", params: { to: forClickHouse(to) } }] : []),
  );
}

/** Formats an instant as decimal seconds since the epoch, which no time zone setting affects. */
export function forClickHouse(date: Date): string {
  return (date.getTime() / 1000).toFixed(3);
}

/** Every name of the IANA database, old and new, by its lower-case form. */
const names: ReadonlyMap<string, string> = new Map(Object.keys(tzdata.zones).map((name) => [name.toLowerCase(), name]));

/** Zones that ClickHouse does not know yet, mapped to one whose clock has been the same since they exist. */
const sameClock: ReadonlyMap<string, string> = new Map([["America/Coyhaique", "America/Punta_Arenas"]]);

/**
 * Returns the IANA time zone of this name, ignoring case, or one with the same clock if ClickHouse does not know it;
 * old names are not replaced by new ones. Null for an unknown name, and for an offset, which Intl accepts but
 * ClickHouse does not.
 */
export function timeZoneNamed(text: string): string | null {
  const name = names.get(text.toLowerCase());
  return name !== undefined && isKnownToIntl(name) ? (sameClock.get(name) ?? name) : null;
}

/** Caches whether Intl knows each of the few hundred names: querying Intl took 6 % of the time of a list of links. */
const knownToIntl = new Map<string, boolean>();

function isKnownToIntl(timeZone: string): boolean {
  const remembered = knownToIntl.get(timeZone);
  if (remembered !== undefined) return remembered;
  const isKnown = askIntl(timeZone);
  knownToIntl.set(timeZone, isKnown);
  return isKnown;
}

function askIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
