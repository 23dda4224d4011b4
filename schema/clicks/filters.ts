import { validationError } from "../errors.ts";
import { limits } from "../limits.ts";

export interface FilterField {
  readonly name: string;
  /** Singular name of a value, for lists of filters. */
  readonly label: string;
  readonly description: string;
  /** The column of `clicks`, or of `links` if the filter applies to the link's current state. */
  readonly column: string;
  /**
   * `list` columns contain several values separated by commas; `city` ignores districts and accents; a `source` stands
   * for several referrers. Only `text`, `city` and `list` support `contains`.
   */
  readonly kind: "text" | "city" | "list" | "number" | "source" | "id" | "groupOfLink" | "domainOfLink" | "tagsOfLink";
}

/** The fields by which the clicks of an account can be filtered. */
export const filterFields = [
  { name: "link", label: "Link", description: "ID of the link", column: "link_id", kind: "id" },
  {
    name: "group",
    label: "Group",
    description: "ID of the group that the link is in now; empty for none",
    column: "group_id",
    kind: "groupOfLink",
  },
  {
    name: "tag",
    label: "Tag",
    description: "ID of a tag that the link has now; empty for none",
    column: "tag_ids",
    kind: "tagsOfLink",
  },
  {
    name: "domain",
    label: "Domain",
    description: "Host name of the domain that the link is in now; empty for the default domain",
    column: "domain",
    kind: "domainOfLink",
  },
  {
    name: "country",
    label: "Country",
    description: "ISO 3166-1 alpha-2 country code",
    column: "country",
    kind: "text",
  },
  {
    name: "region",
    label: "Region",
    description: "Name of the region, such as a federal state",
    column: "region",
    kind: "text",
  },
  {
    name: "city",
    label: "City",
    description: "Name of the city, including its districts; ignores case and accents",
    column: "city",
    kind: "city",
  },
  {
    name: "referrer",
    label: "Referrer",
    description: "Host of the referring page; empty for none",
    column: "referrer",
    kind: "text",
  },
  {
    name: "source",
    label: "Source",
    description: "Website or app to which the referrer belongs, such as Google; otherwise the referrer itself",
    column: "referrer",
    kind: "source",
  },
  {
    name: "language",
    label: "Language",
    description: "One of the languages that the browser requested",
    column: "languages",
    kind: "list",
  },
  {
    name: "device",
    label: "Device",
    description: "Device type: mobile, desktop, tablet or Unknown",
    column: "device",
    kind: "text",
  },
  { name: "browser", label: "Browser", description: "Name of the browser", column: "browser", kind: "text" },
  { name: "os", label: "Operating system", description: "Name of the operating system", column: "os", kind: "text" },
  {
    name: "isp",
    label: "Provider",
    description: "Name of the network operator",
    column: "isp",
    kind: "text",
  },
  {
    name: "utmSource",
    label: "UTM source",
    description: "Value of utm_source in the query of the short URL",
    column: "utm_source",
    kind: "text",
  },
  {
    name: "utmMedium",
    label: "UTM medium",
    description: "Value of utm_medium in the query of the short URL",
    column: "utm_medium",
    kind: "text",
  },
  {
    name: "utmCampaign",
    label: "UTM campaign",
    description: "Value of utm_campaign in the query of the short URL",
    column: "utm_campaign",
    kind: "text",
  },
  {
    name: "utmTerm",
    label: "UTM term",
    description: "Value of utm_term in the query of the short URL",
    column: "utm_term",
    kind: "text",
  },
  {
    name: "utmContent",
    label: "UTM content",
    description: "Value of utm_content in the query of the short URL",
    column: "utm_content",
    kind: "text",
  },
  {
    name: "trigger",
    label: "Trigger",
    description: "`qr` for a scan of a QR code that marks its scans, `link` for every other click",
    column: "trigger",
    kind: "text",
  },
  {
    name: "rule",
    label: "Rule",
    description: "Number of the redirect rule that determined the destination; 0 for none",
    column: "rule",
    kind: "number",
  },
  { name: "arm", label: "Arm", description: "Number of the split arm; 0 for none", column: "arm", kind: "number" },
] as const satisfies readonly FilterField[];

type DeclaredField = (typeof filterFields)[number];
export type FilterFieldName = DeclaredField["name"];
export const filterFieldNames: readonly FilterFieldName[] = filterFields.map(({ name }) => name);

/** Fields of the click itself, which have top lists. */
export type ListedFieldName = Extract<DeclaredField, { kind: "text" | "city" | "list" | "number" }>["name"];
export const listedFields = filterFields.flatMap((field) =>
  field.kind === "text" || field.kind === "city" || field.kind === "list" || field.kind === "number" ? [field] : [],
);
export const listedFieldNames: readonly ListedFieldName[] = listedFields.map(({ name }) => name);

/** Returns the description of each field by the field's name. */
export function fieldDescriptions(
  fields: readonly { readonly name: string; readonly description: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map(({ name, description }) => [name, description]));
}

/** Returns whether a filter selects links regardless of their clicks, so that the totals of links suffice. */
export function isOfLinks({ field }: ClickFilter): boolean {
  return field !== "source" && !listedFieldNames.some((name) => name === field);
}

/** `contains` ignores case. */
export const filterOps = ["is", "isNot", "contains"] as const;
export type FilterOp = (typeof filterOps)[number];

/**
 * Selects the clicks whose field has one of the values (`is`), none of them (`isNot`) or contains one (`contains`). An
 * empty value means unknown or none; for `domain`, the default domain.
 */
export interface ClickFilter {
  readonly field: FilterFieldName;
  readonly op: FilterOp;
  readonly values: readonly string[];
}

/** Formats filters as text, one for each value: `country:is:DE`. Used in REST parameters and page URLs. */
export function filterTexts(filters: readonly ClickFilter[]): string[] {
  return filters.flatMap(({ field, op, values }) => values.map((value) => `${field}:${op}:${value}`));
}

/**
 * Parses filter texts; values of the same field and operation, including `country:is:DE,AT`, become one filter. Throws
 * VALIDATION_ERROR on `filter`.
 */
export function parseFilterTexts(texts: readonly string[]): ClickFilter[] {
  const filters = new Map<string, { field: FilterFieldName; op: FilterOp; values: string[] }>();
  for (const text of texts) {
    const [, fieldText, opText, value] = /^([a-zA-Z]{1,20}):([a-zA-Z]{1,10}):(.*)$/s.exec(text) ?? [];
    const field = filterFieldNames.find((name) => name === fieldText);
    const op = filterOps.find((name) => name === opText);
    if (field === undefined || op === undefined || value === undefined) {
      const fields = filterFieldNames.join(", ");
      const message = `Must have the form field:operation:value, with a field of ${fields} and an operation of ${filterOps.join(", ")}`;
      throw validationError([{ field: "filter", message }]);
    }
    const key = `${field}:${op}`;
    const filter = filters.get(key) ?? { field, op, values: [] };
    filters.set(key, filter);
    filter.values.push(...(hasCommas(field) ? [value] : value.split(",")));
  }
  return checkedFilters([...filters.values()]);
}

/** Throws VALIDATION_ERROR on `filter` if the values of all filters together are too long. */
export function requireLength(values: readonly string[]): void {
  const { filterTextMax } = limits;
  if (values.reduce((sum, { length }) => sum + length, 0) <= filterTextMax) return;
  const message = `All filters together cannot exceed ${filterTextMax} characters`;
  throw validationError([{ field: "filter", message }]);
}

/**
 * Validates filters and returns them with country codes in upper case and without repeated values. Throws
 * VALIDATION_ERROR on `filter`.
 */
export function checkedFilters(filters: readonly ClickFilter[]): ClickFilter[] {
  const fail = (message: string) => validationError([{ field: "filter", message }]);
  const { filtersMax, filterValuesMax, filterMax } = limits;
  if (filters.length > filtersMax) throw fail(`At most ${filtersMax} filters are allowed`);
  requireLength(filters.flatMap(({ values }) => values));
  return filters.map(({ field, op, values }) => {
    if (values.length === 0) throw fail("A filter must have a value");
    if (values.length > filterValuesMax) throw fail(`A filter can have at most ${filterValuesMax} values`);
    if (values.some((value) => value.length > filterMax))
      throw fail(`A filter value cannot exceed ${filterMax} characters`);
    const kind = kindOf(field);
    if (op === "contains" && kind !== "text" && kind !== "city" && kind !== "list") {
      throw fail(`${field} supports only the operations is and isNot`);
    }
    if (kind === "number" && !values.every(isStoredNumber)) throw fail(`${field} must be a whole number`);
    const mayBeNone = kind === "groupOfLink" || kind === "tagsOfLink";
    const isIdOrNone = (value: string) => uuid.test(value) || (mayBeNone && value === "");
    if ((kind === "id" || mayBeNone) && !values.every(isIdOrNone))
      throw fail(`${field} must be a UUID${mayBeNone ? ", or blank for none" : ""}`);
    if (op === "contains" && values.includes(""))
      throw fail("A filter with the operation contains cannot have an empty value");
    const isCode = field === "country" && op !== "contains";
    const stored = isCode ? values.map((value) => value.toUpperCase()) : values;
    if (isCode && !stored.every((value) => /^([A-Z]{2})?$/.test(value)))
      throw fail("country must be an ISO 3166-1 code of two letters, such as DE");
    return { field, op, values: [...new Set(stored)] };
  });
}

/** Text fields whose values can be separated by commas; in others a comma is part of the value. */
const commaSeparated: ReadonlySet<string> = new Set(["country", "device", "trigger", "browser", "os"]);

function hasCommas(field: FilterFieldName): boolean {
  const kind = kindOf(field);
  return (kind === "text" || kind === "city" || kind === "source") && !commaSeparated.has(field);
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function kindOf(field: FilterFieldName): FilterField["kind"] {
  return filterFields.find(({ name }) => name === field)?.kind ?? "text";
}

/** Returns whether a value fits the column, an unsigned 32-bit integer. */
function isStoredNumber(value: string): boolean {
  return /^\d{1,10}$/.test(value) && Number(value) < 2 ** 32;
}
