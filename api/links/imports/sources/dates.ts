import type { DateOrder } from "@hoplog/schema/imports/columns.js";
import { parseInstant } from "../../core/options/instant.ts";

const none = /^(?:0|-|never|none|null|n\/a|0000-00-00(?:[ T]00:00:00)?)$/i;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Parses a cell as an instant in ISO 8601. Accepts ISO 8601, seconds or milliseconds since 1970, RFC 2822, and numeric
 * dates, for which `order` gives the position of the day. A time without an offset is in UTC. Null for an empty cell,
 * undefined for an invalid or ambiguous one.
 */
export function readInstant(text: string, order: DateOrder | null = null): string | null | undefined {
  if (text === "" || none.test(text)) return null;
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString();
  const parts = partsOf(text, order);
  if (!parts) return undefined;
  const time = timeOf(parts.rest);
  return time === null ? undefined : (parseInstant(`${parts.date}${time}`, "UTC") ?? undefined);
}

/**
 * Parses a cell like {@link readInstant}, but returns a date without a time unchanged, because its end depends on the
 * link's time zone.
 */
export function readExpiry(text: string, order: DateOrder | null = null): string | null | undefined {
  const at = readInstant(text, order);
  const parts = typeof at === "string" ? partsOf(text, order) : null;
  return parts?.rest === "" ? parts.date : at;
}

function partsOf(text: string, order: DateOrder | null): Parts | null {
  return yearFirst(text) ?? inNumbers(text, order) ?? inWords(text);
}

/** Whether a date is valid in both orders of day and month. */
export function isAmbiguous(text: string): boolean {
  const [one, other] = [readInstant(text, "dayFirst"), readInstant(text, "monthFirst")];
  return readInstant(text) === undefined && typeof one === "string" && typeof other === "string";
}

interface Parts {
  readonly date: string;
  readonly rest: string;
}

function yearFirst(text: string): Parts | null {
  const [, year = "", month = "", day = "", rest = ""] = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?!\d)(.*)$/.exec(text) ?? [];
  return year === "" ? null : { date: dateOf(year, month, day), rest };
}

/**
 * Parses a numeric date. With dots as separators, the day is first; otherwise a number above 12 must be the day, and
 * `order` decides for other dates.
 */
function inNumbers(text: string, order: DateOrder | null): Parts | null {
  const [, first = "", sign = "", second = "", year = "", rest = ""] =
    /^(\d\d?)([-/.])(\d\d?)\2(\d{4})(?!\d)(.*)$/.exec(text) ?? [];
  if (year === "") return null;
  const isDayFirst =
    sign === "." || Number(first) > 12 || first === second || (Number(second) <= 12 && order === "dayFirst");
  if (!isDayFirst && Number(second) <= 12 && order === null) return null;
  return { date: isDayFirst ? dateOf(year, second, first) : dateOf(year, first, second), rest };
}

/** Parses the date format of emails: `Mon, 04 Mar 2024 10:11:12 +0000`. */
function inWords(text: string): Parts | null {
  const [, day = "", name = "", year = "", rest = ""] =
    /^(?:[a-z]{3},? )?(\d\d?)[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4})(?!\d)(.*)$/i.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? null : { date: dateOf(year, String(month), day), rest };
}

function dateOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Converts a time of day to ISO 8601; empty for none, null for an invalid one. */
function timeOf(text: string): string | null {
  if (text === "") return "";
  const match =
    /^[T ,]+(\d\d?):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?(?: ?(Z|UTC?|GMT|[+-]\d\d:?\d\d|[+-]\d\d))?$/i.exec(
      text,
    );
  if (!match) return null;
  const [, given = "", minute = "", second = "00", fraction = "", half = "", zone = ""] = match;
  const hour = half === "" ? Number(given) : hourOf(Number(given), half.toLowerCase());
  if (Number.isNaN(hour)) return null;
  return `T${String(hour).padStart(2, "0")}:${minute}:${second}${fraction}${offsetOf(zone)}`;
}

/** Returns the hour of a 12-hour clock as one of 24; NaN if it is invalid. */
function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half === "p" ? 12 : 0);
}

function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return "Z";
  const digits = zone.replaceAll(/[^\d]/g, "").padEnd(4, "0");
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
