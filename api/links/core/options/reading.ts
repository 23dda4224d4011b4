import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";

/** Reports a problem with a field, by its path: `rules.2.then.url`. */
export type Report = (field: string, message: string) => void;

/** The context of parsing options. */
export interface Reading {
  /** Hosts (with port) that no URL may point to. */
  readonly ownHosts: readonly string[];
  /** The time zone of local times. */
  readonly timeZone: string;
  readonly report: Report;
}

/** A function that parses one part of the options; returns undefined after reporting a problem. */
export type Reader<T> = (value: unknown, path: string, reading: Reading) => T | undefined;

/** Wraps a reader so that null and blank texts return null, which means the default. */
export function orDefault<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path, reading) => {
    const isBlank = value === null || (typeof value === "string" && value.trim() === "");
    return isBlank ? null : reader(value, path, reading);
  };
}

type Fields<Name extends string> = Partial<Record<Name, unknown>>;

/** Returns the present fields of an object; null counts as missing. Unknown fields are reported. */
export function readFields<Name extends string>(
  value: unknown,
  names: readonly Name[],
  path: string,
  report: Report,
): Fields<Name> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    report(path, "Must be an object");
    return undefined;
  }
  const given = Object.entries(value).filter(([, one]) => one !== undefined && one !== null);
  const fields: Fields<Name> = {};
  for (const [name, one] of given) {
    const known = names.find((candidate) => candidate === name);
    if (known === undefined) {
      report(path, `Contains an unknown field. Known fields are ${names.join(", ")}`);
      return undefined;
    }
    fields[known] = one;
  }
  return fields;
}

/**
 * Returns a list of `min` to `max` items, which the caller parses. Reports any other value, without reading its items.
 */
export function readList(
  value: unknown,
  { min, max, of }: { readonly min: number; readonly max: number; readonly of: string },
  path: string,
  report: Report,
): readonly unknown[] | undefined {
  if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
  report(path, Array.isArray(value) ? `Provide ${min} to ${max} ${of}` : "Must be a list");
  return undefined;
}

/** Trims and validates a single-line string; a missing value becomes the empty string. */
export function readText(value: unknown, max: number, path: string, report: Report): string | undefined {
  const text = typeof value === "string" ? value.trim().normalize("NFC") : (value ?? "");
  if (typeof text !== "string") report(path, "Must be a string");
  else if (text.length > max) report(path, `Cannot exceed ${max} characters`);
  else if (!isPlainText(text)) report(path, "Contains invisible or control characters");
  else return text;
  return undefined;
}

/** Parses a boolean; false returns null, the default. */
export const readFlag: Reader<true | null> = (value, path, { report }) => {
  if (typeof value === "boolean") return value || null;
  report(path, "Must be true or false");
  return undefined;
};

/** Parses an integer from `min` to `max`. */
export function readInteger(
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
  path: string,
  report: Report,
): number | undefined {
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  report(path, `Must be a whole number from ${min} to ${max}`);
  return undefined;
}

export const readUrl: Reader<string> = (value, path, { ownHosts, report }) => {
  if (typeof value !== "string" && value !== undefined) {
    report(path, "Must be a string");
    return undefined;
  }
  const parsed = parseOriginalUrl(value ?? "", ownHosts, "URL");
  if (parsed.ok) return parsed.url;
  report(path, parsed.message);
  return undefined;
};
