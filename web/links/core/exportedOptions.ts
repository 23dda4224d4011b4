import { optionNames } from "@hoplog/schema/links/options/options.js";
import type { LinkOptionsQuery } from "../../core/graphql/generated/graphql.ts";

type Options = Omit<Partial<LinkOptionsQuery["link"]>, "id" | "__typename" | "rules" | "split"> & {
  readonly rules?: readonly object[] | null;
  readonly split?: object | null;
};

/** Serializes options as JSON for the CSV importer, without null, false and empty values; empty if none remain. */
export function exportedOptions(options: Options, visitsLeft: number | null): string {
  const named = Object.entries(options).filter(([name]) => exportedNames.has(name));
  const given = Object.fromEntries(named.filter(([, value]) => !isDefault(value)));
  if (Object.keys(given).length === 0) return "";
  const all = { ...given, ...(visitsLeft !== null && { visitsLeft }) };
  return JSON.stringify(all, (key, value: unknown) => (value === null || key === "__typename" ? undefined : value));
}

const exportedNames: ReadonlySet<string> = new Set([...optionNames, "hasPassword"]);

function isDefault(value: unknown): boolean {
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
