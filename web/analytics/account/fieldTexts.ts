import type { Trigger } from "@hoplog/schema/clicks/trigger.js";
import { filterFields, type FilterFieldName, type FilterOp } from "@hoplog/schema/clicks/filters.js";

export const opTexts: Readonly<Record<FilterOp, string>> = { is: "is", isNot: "is not", contains: "contains" };

export function labelOf(name: FilterFieldName): string {
  return filterFields.find((field) => field.name === name)?.label ?? name;
}

/** The operators that a field supports. */
export function opsOf(name: FilterFieldName): FilterOp[] {
  const kind = filterFields.find((field) => field.name === name)?.kind;
  return kind === "text" || kind === "city" || kind === "list" ? ["is", "isNot", "contains"] : ["is", "isNot"];
}

const unknownTexts: Readonly<Partial<Record<FilterFieldName, string>>> = {
  referrer: "Direct",
  source: "Direct",
  group: "No group",
  tag: "No tag",
  domain: "Default domain",
};

const triggerTexts: ReadonlyMap<string, string> = new Map<Trigger, string>([
  ["qr", "QR code"],
  ["link", "Link"],
]);

/** Formats a value for display; an empty value becomes a text such as Unknown, Direct or No tag. */
export function valueText(name: FilterFieldName, value: string): string {
  if (value === "") return unknownTexts[name] ?? (name.startsWith("utm") ? "None" : "Unknown");
  if (name === "country" && /^[A-Za-z]{2}$/.test(value)) return nameIn("region", value.toUpperCase());
  if (name === "language" && /^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(value)) return nameIn("language", value);
  if (name === "device") return `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`;
  if (name === "trigger") return triggerTexts.get(value) ?? value;
  if ((name === "rule" || name === "arm") && value === "0") return `No ${name}`;
  return value;
}

function nameIn(type: "region" | "language", code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}
