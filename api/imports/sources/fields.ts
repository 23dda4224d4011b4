import { hasLongText, textMax } from "../../calls/textMax.ts";
import { parseInstant } from "../../links/options/instant.ts";

/** One link as a source has it: a line of CSV, or an object of JSON. Names of fields don't differ by case, blanks and signs. */
export interface Fields {
  /** The first of these fields that has a text, cut to the longest one that anything here looks at; empty where none has. */
  text(...names: string[]): string;
  /** The texts of a list, or of a cell that holds several. */
  list(...names: string[]): string[];
  /** Whether the first of these that is there says yes; null where none is. */
  flag(...names: string[]): boolean | null;
  /** An instant in ISO 8601; null where there is none, undefined where it can't be read. */
  instant(...names: string[]): string | null | undefined;
  /** As {@link instant}, where a day alone stays one: when it ends depends on the time zone of its link. */
  expiry(...names: string[]): string | null | undefined;
  /** Null where there is none. */
  number(...names: string[]): number | null;
  /** As it stands there. Throws LongText. */
  raw(name: string): unknown;
}

/** A text within a value is longer than any that may be looked at here. */
export class LongText extends Error {}

export function fieldsOf(record: Readonly<Record<string, unknown>>): Fields {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    const key = plain(name);
    if (value !== null && value !== undefined && value !== "" && !values.has(key)) values.set(key, value);
  }
  const first = (names: readonly string[]): unknown => names.map((name) => values.get(plain(name))).find(isThere);
  const text = (...names: string[]): string => textOf(first(names));
  return {
    text,
    list: (...names) => listOf(first(names)),
    flag(...names) {
      const value = first(names);
      if (!isThere(value)) return null;
      return value === true || /^(?:1|t|true|y|yes|on|archived|active|enabled)$/i.test(textOf(value));
    },
    instant(...names) {
      const value = first(names);
      return isThere(value) ? instantOf(textOf(value)) : null;
    },
    expiry(...names) {
      const value = first(names);
      if (!isThere(value)) return null;
      const given = textOf(value);
      return instantOf(given) && (isDay.test(given) ? given : instantOf(given));
    },
    number(...names) {
      const given = text(...names)
        .replaceAll(/[\s,_]/g, "")
        .replace(/\.0$/, "");
      return /^\d{1,15}$/.test(given) ? Number(given) : null;
    },
    raw(name) {
      const value = values.get(plain(name));
      if (hasLongText(value)) throw new LongText();
      return value;
    },
  };
}

/** A name as it is compared: "Short URL", "short_url" and "shortUrl" are one. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isThere(value: unknown): boolean {
  return value !== undefined;
}

/** A megabyte of text is never of use: every field has a closer bound, so that a cut text is refused or cut by that one. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim().slice(0, textMax).toWellFormed();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function listOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(nameOf) : splitCell(textOf(value));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Tags are texts, or objects with a name. */
function nameOf(value: unknown): string {
  return isRecord(value) ? textOf(value["name"] ?? value["tag"] ?? value["title"]) : textOf(value);
}

function splitCell(cell: string): string[] {
  const separator = ["|", ";"].find((sign) => cell.includes(sign)) ?? ",";
  return cell.split(separator);
}

const isDay = /^\d{4}-\d\d-\d\d$/;

/** Seconds and milliseconds since 1970 too; without an offset it is meant in UTC. */
function instantOf(text: string): string | undefined {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString();
  const usual = text.replace(/ UTC$/i, "Z").replace(/([+-]\d\d)(\d\d)$/, (whole, hours: string, minutes: string) => {
    return text.includes("T") || text.includes(" ") ? `${hours}:${minutes}` : whole;
  });
  return parseInstant(usual, "UTC") ?? undefined;
}

/** A short URL's host and code, with a protocol or without. */
export function splitShortUrl(shortUrl: string): { readonly domain: string; readonly code: string } {
  const [, domain = "", path = ""] = /^(?:https?:\/\/)?([^/?#\s]+)\/?([^?#]*)/i.exec(shortUrl.trim()) ?? [];
  return { domain: domain.toLowerCase(), code: withoutSlashes(path) };
}

/** Whether these say that there is a password, or hold one: whose link is switched off rather than open to everybody. */
export function holdsPassword(fields: Fields, ...names: string[]): boolean {
  return !/^(?:|0|f|false|n|no|off|null|none)$/i.test(fields.text(...names));
}

/** Without slashes at its end; not by an expression, which would look at each run of them again and again. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end);
}
