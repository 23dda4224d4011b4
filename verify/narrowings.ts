import { isCityAmongSql } from "@hoplog/platform/clickhouse/citySql.js";
import { wantedCities } from "@hoplog/schema/clicks/cities.js";
import { type ClickFilter, type ListedFieldName, listedFields } from "@hoplog/schema/clicks/filters.js";
import type { Holdings, VerifiedLink } from "./account.ts";
import type { Only } from "./recount.ts";

/** A filter on the account's clicks, as filters for the API and as separate SQL for the recount. */
export interface Narrowing {
  readonly filters: readonly ClickFilter[];
  readonly only: Only;
}

/** Maximum links of a filter: more would exceed the statement size. */
const linksMax = 1000;

/**
 * Filters by two links, a group, no group, a tag, no tag and a domain, from Postgres, because ClickHouse's own table of
 * links is being tested. Each value is taken from the newest link that has one.
 */
export function linkNarrowings({ links }: Pick<Holdings, "links">): Narrowing[] {
  const first = (of: (link: VerifiedLink) => string | null | undefined) => links.map(of).find((value) => value);
  const group = first(({ groupId }) => groupId);
  const tag = first(({ tags }) => tags[0]);
  const domain = first((link) => link.domain) ?? "";
  const wanted: readonly (readonly [ClickFilter["field"], string, (link: VerifiedLink) => boolean])[] = [
    ...(group ? [["group", group, (link: VerifiedLink) => link.groupId === group] as const] : []),
    ["group", "", (link) => link.groupId === null],
    ...(tag ? [["tag", tag, (link: VerifiedLink) => link.tags.includes(tag)] as const] : []),
    ["tag", "", (link) => link.tags.length === 0],
    ["domain", domain, (link) => link.domain === domain],
  ];
  const two = links.slice(0, 2).map(({ id }) => id);
  return [
    ...(two.length > 0 ? [{ filters: [{ field: "link", op: "is", values: two } as const], only: ofLinks(two) }] : []),
    ...wanted.flatMap(([field, value, holds]) => {
      const ids = links.filter(holds).map(({ id }) => id);
      return ids.length > linksMax
        ? []
        : [{ filters: [{ field, op: "is", values: [value] } as const], only: ofLinks(ids) }];
    }),
  ];
}

function ofLinks(ids: readonly string[]): Only {
  return { ofLinks: ids.length === 0 ? "false" : `toString(link_id) IN (${ids.map(quoted).join(", ")})` };
}

/** Filters by any, or by none, of these values of a field. */
export function fieldNarrowing(field: ListedFieldName, op: "is" | "isNot", values: readonly string[]): Narrowing {
  const found = listedFields.find(({ name }) => name === field);
  if (!found) throw new RangeError(`clicks cannot be filtered by the unknown field ${field}`);
  const { column, kind } = found;
  const one = (value: string) =>
    kind === "list"
      ? `has(splitByChar(',', toString(${column})), ${quoted(value)})`
      : `toString(${column}) = ${quoted(value)}`;
  const any =
    kind === "city"
      ? isCityAmongSql(column, values, `(${wantedCities(values).map(quoted).join(", ")})`)
      : `(${values.map(one).join(" OR ")})`;
  return { filters: [{ field, op, values }], only: op === "is" ? any : `NOT ${any}` };
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
