import type { ConditionField, ConditionOp } from "../../../core/graphql/generated/graphql.ts";

/** The kind of input for a field's values. */
export type ValueKind = "countries" | "choices" | "texts" | "time";

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface FieldRow {
  readonly label: string;
  readonly ops: readonly ConditionOp[];
  readonly kind: ValueKind;
  /** Options to choose from if the kind is `choices`. */
  readonly choices?: readonly Choice[];
  /** Example of a text value. */
  readonly example?: string;
}

const among: readonly ConditionOp[] = ["in", "notIn"];
const parts: readonly ConditionOp[] = ["in", "notIn", "contains"];

const continents = [
  ["AF", "Africa"],
  ["AN", "Antarctica"],
  ["AS", "Asia"],
  ["EU", "Europe"],
  ["NA", "North America"],
  ["OC", "Oceania"],
  ["SA", "South America"],
].map(([value = "", label = ""]) => ({ value, label }));

const devices = [
  { value: "mobile", label: "Mobile" },
  { value: "desktop", label: "Desktop" },
  { value: "tablet", label: "Tablet" },
  { value: "Unknown", label: "Unknown" },
];

/** Weekdays from Monday; the server accepts them in any order. */
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00-${String(hour).padStart(2, "0")}:59`,
}));

const visitors = [
  { value: "person", label: "Person" },
  { value: "bot", label: "Bot" },
];

/** Fields of rule conditions, in display order. A test compares them with the schema. */
export const fieldRows: Readonly<Record<ConditionField, FieldRow>> = {
  country: { label: "Country", ops: among, kind: "countries" },
  continent: { label: "Continent", ops: among, kind: "choices", choices: continents },
  region: { label: "Region", ops: among, kind: "texts", example: "Bavaria" },
  city: { label: "City", ops: among, kind: "texts", example: "Berlin" },
  language: { label: "Language", ops: among, kind: "texts", example: "de or pt-BR" },
  device: { label: "Device", ops: among, kind: "choices", choices: devices },
  os: { label: "Operating system", ops: parts, kind: "texts", example: "Android" },
  browser: { label: "Browser", ops: parts, kind: "texts", example: "Firefox" },
  referrer: { label: "Referrer", ops: parts, kind: "texts", example: "news.example.com" },
  query: { label: "Query parameter", ops: ["in", "notIn", "contains", "exists"], kind: "texts", example: "spring" },
  address: { label: "IP address", ops: ["matches"], kind: "texts", example: "203.0.113.0/24" },
  weekday: { label: "Weekday", ops: among, kind: "choices", choices: weekdays },
  hour: { label: "Hour", ops: among, kind: "choices", choices: hours },
  before: { label: "Before", ops: ["in"], kind: "time" },
  after: { label: "From", ops: ["in"], kind: "time" },
  visitor: { label: "Visitor", ops: among, kind: "choices", choices: visitors },
};

const opLabels: Readonly<Record<ConditionOp, string>> = {
  in: "is one of",
  notIn: "is none of",
  contains: "contains one of",
  matches: "is in",
  exists: "is there",
};

const isField = (name: string): name is ConditionField => name in fieldRows;

/** Select options for the fields. */
export const fieldChoices: readonly Choice[] = Object.entries(fieldRows).map(([value, { label }]) => ({
  value,
  label,
}));

export function fieldNamed(name: string): ConditionField {
  return isField(name) ? name : "country";
}

/** Select options for a field's operators. */
export function opChoices(field: ConditionField): Choice[] {
  return fieldRows[field].ops.map((value) => ({ value, label: opLabels[value] }));
}

/** Returns the named operator, or the field's first one if the field doesn't support it. */
export function opNamed(field: ConditionField, name: string): ConditionOp {
  const { ops } = fieldRows[field];
  return ops.find((op) => op === name) ?? ops[0] ?? "in";
}

const countryNames = new Intl.DisplayNames(undefined, { type: "region", fallback: "code" });

export function countryName(code: string): string {
  return countryNames.of(code) ?? code;
}

/** Formats a value for display. */
export function valueText(field: ConditionField, value: string): string {
  if (field === "country") return /^[A-Z]{2}$/.test(value) ? countryName(value) : value;
  return fieldRows[field].choices?.find((choice) => choice.value === value)?.label ?? value;
}

export function opText(op: ConditionOp): string {
  return opLabels[op];
}
