import { type ColumnUse, columnNameMax } from "@hoplog/schema/imports/columns.js";
import { hasLongText, textMax } from "../../../kernel/calls/jsonBounds.ts";
import { type ColumnPlan, plain } from "./columnPlan.ts";
import { readExpiry, readInstant } from "./dates.ts";
import { parseJson } from "./parseJson.ts";

/** A filled column of a record; its text is cut to {@link textMax}. */
export interface Cell {
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
}

/** The fields of one link of a source: a row of CSV, or a JSON object. */
export interface Fields {
  /** Returns the text of the first filled column with a use; empty for none. */
  text(use: ColumnUse): string;
  /** Returns all filled columns with a use. */
  cells(use: ColumnUse): readonly Cell[];
  /** Returns the items of lists, or of cells with several values, deduplicated. */
  list(use: ColumnUse): string[];
  /** Returns the boolean value of a column; null if there is none. */
  flag(use: ColumnUse): boolean | null;
  /** Returns an instant in ISO 8601; null for none, undefined for an unreadable one. */
  instant(use: ColumnUse): string | null | undefined;
  /** Returns the expiry like {@link Fields.instant}, but a date without a time as YYYY-MM-DD. */
  expiry(): string | null | undefined;
  /** Returns a number; null if there is none. */
  number(use: ColumnUse): number | null;
  /** Returns the value of a column by its name, which the reader declares; undefined for none. Throws LongText. */
  raw(name: string): unknown;
  /** Returns the result of {@link Fields.raw} as text. */
  named(name: string): string;
  /** Filled columns that have no use, or a duplicate name. */
  readonly unread: readonly Cell[];
}

/** Thrown for a text that exceeds the maximum length. */
export class LongText extends Error {}

export function fieldsOf(record: Readonly<Record<string, unknown>>, plan: ColumnPlan): Fields {
  const filled = new Map<string, Cell>();
  /** Cells whose normalised column name equals that of another column. */
  const repeated: Cell[] = [];
  for (const [name, value] of Object.entries(record)) {
    if (!isFilled(value)) continue;
    const [key, cell] = [plain(name), { name, value, text: textOf(value) }];
    const before = filled.get(key);
    if (!before) filled.set(key, cell);
    else if (plan.useOf(key) !== "ignore" && !isSame(before, cell)) repeated.push(cell);
  }
  const cells = (use: ColumnUse) => plan.namesOf(use).flatMap((name) => filled.get(name) ?? []);
  const first = (use: ColumnUse) => cells(use)[0];
  const text = (use: ColumnUse) => first(use)?.text ?? "";
  const raw = (name: string) => {
    const key = plain(name);
    if (plan.useOf(key) === null) throw new TypeError(`the import source declares no field ${name}`);
    const value = filled.get(key)?.value;
    if (hasLongText(value)) throw new LongText();
    return value;
  };
  return {
    text,
    cells,
    list: (use) => [...new Set(cells(use).flatMap(({ value }) => listOf(value)))],
    flag(use) {
      const cell = first(use);
      return cell ? isYes(cell.text) : null;
    },
    instant: (use) => readInstant(text(use), plan.dates),
    expiry: () => readExpiry(text("expiry"), plan.dates),
    number(use) {
      const value = first(use)?.value;
      return typeof value === "number" && value >= 0 ? Math.floor(value) : countIn(text(use));
    },
    raw,
    named: (name) => textOf(raw(name)),
    unread: [...[...filled].flatMap(([key, cell]) => (plan.useOf(key) === null ? cell : [])), ...repeated],
  };
}

function isSame(one: Cell, other: Cell): boolean {
  return jsonOf(one.value) === jsonOf(other.value);
}

/** Whether a value is present and neither blank nor an empty list or object. */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value === "object") return Object.keys(value).length > 0;
  return true;
}

export function isYes(text: string): boolean {
  return /^(?:1|t|true|y|yes|on|archived|active|enabled)$/i.test(text);
}

/** Parses an integer with or without thousands separators; null for anything else. */
export function countIn(text: string): number | null {
  const digits = text.replaceAll(/[\s,_]/g, "").replace(/\.0$/, "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Formats a value for a report, cut to a readable length. */
export function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : jsonOf(value);
  return (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text).toWellFormed();
}
const shownMax = 80;

/** Serializes a value as JSON; returns an ellipsis if it is nested too deeply. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (error) {
    if (error instanceof RangeError) return "…";
    throw error;
  }
}

/** Formats a column's name for a report. */
export function shownName(name: string): string {
  return name.trim().slice(0, columnNameMax).toWellFormed();
}

/**
 * Converts a string, number or boolean to text; other values are empty. Very long texts are cut: every field has a
 * lower limit, so they are rejected or cut later anyway.
 */
function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim().slice(0, textMax).toWellFormed();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function listOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(nameOf) : splitCell(textOf(value));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Returns the name of a tag, which is a string or an object with a name. */
function nameOf(value: unknown): string {
  return isRecord(value) ? textOf(value["name"] ?? value["tag"] ?? value["title"]) : textOf(value);
}

function splitCell(cell: string): string[] {
  const json = cell.startsWith("[") ? parseJson(cell) : undefined;
  if (Array.isArray(json)) return json.map(nameOf);
  // A cell in braces contains a list in PostgreSQL's array syntax.
  const inBraces = /^\{(.*)\}$/s.exec(cell)?.[1];
  if (inBraces !== undefined) return inBraces.split(",").map((part) => part.trim().replace(/^"(.*)"$/s, "$1"));
  const separator = ["|", ";"].find((sign) => cell.includes(sign)) ?? ",";
  return cell.split(separator);
}

/** Returns a short URL's host and code; the protocol may be missing. */
export function splitShortUrl(shortUrl: string): { readonly domain: string; readonly code: string } {
  const [, domain = "", path = ""] = /^(?:https?:\/\/)?([^/?#\s]+)\/?([^?#]*)/i.exec(shortUrl.trim()) ?? [];
  return { domain: domain.toLowerCase(), code: withoutSlashes(path) };
}

/** Removes trailing slashes; without a regular expression, whose time would be quadratic. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end);
}
