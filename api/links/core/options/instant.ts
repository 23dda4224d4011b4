import { TZDate } from "@date-fns/tz";
import { defaultTimeZone } from "@hoplog/schema/links/options/options.js";
import { timeZoneNamed } from "../../../clicks/counts/range.ts";
import type { Reader } from "./reading.ts";

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?$/i;

const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(9999, 11, 31);

/**
 * Parses an instant in ISO 8601 to UTC with milliseconds. Without an offset it is in the given time zone; a date
 * without a time means the start or the end of that day. Null if invalid or outside of the years 1970 to 9999.
 */
export function parseInstant(text: string, timeZone: string, day: "begins" | "ends" = "begins"): string | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [year = 0, month = 0, dayOfMonth = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const parts = [year, month - 1, dayOfMonth, hour, minute, second, milliseconds] as const;
  const asUtc = new Date(Date.UTC(...parts));
  // JavaScript accepts invalid dates and times and rolls them over to other ones.
  const isReal =
    asUtc.getUTCMonth() === month - 1 && asUtc.getUTCDate() === dayOfMonth && hour < 24 && minute < 60 && second < 60;
  if (!isReal) return null;
  if (day === "ends" && match[4] === undefined) {
    const end = new TZDate(year, month - 1, dayOfMonth + 1, 0, 0, 0, 0, timeZone).getTime();
    return end >= earliest ? new Date(Math.min(end, latest)).toISOString() : null;
  }
  const offset = match[8];
  const at =
    offset === undefined ? new TZDate(...parts, timeZone).getTime() : asUtc.getTime() - offsetMinutes(offset) * 60_000;
  return at >= earliest && at <= latest ? new Date(at).toISOString() : null;
}

function offsetMinutes(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

export const notAnInstant = "Must be a date and time in ISO 8601, such as 2026-12-24T18:00 or 2026-12-24T18:00:00Z";

export const readInstant: Reader<string> = instantReader("begins");

/** Parses an expiry; a date without a time means the end of that day. */
export const readExpiry: Reader<string> = instantReader("ends");

function instantReader(day: "begins" | "ends"): Reader<string> {
  return (value, path, { timeZone, report }) => {
    const at = typeof value === "string" ? parseInstant(value, timeZone, day) : null;
    if (at === null) report(path, notAnInstant);
    return at ?? undefined;
  };
}

/** Parses a time zone; null for the default. */
export const readTimeZone: Reader<string | null> = (value, path, { report }) => {
  const known = typeof value === "string" ? timeZoneNamed(value.trim()) : null;
  if (known === null) {
    report(path, "Must be an IANA time zone, such as Europe/Berlin");
    return undefined;
  }
  return known === defaultTimeZone ? null : known;
};
