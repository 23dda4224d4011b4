import { foldedSql, isCityAmongSql } from "@hoplog/platform/clickhouse/citySql.js";
import { referrersOf } from "@hoplog/platform/visitor/sources.js";
import { wantedCities } from "@hoplog/schema/clicks/cities.js";
import { type ClickFilter, type FilterField, filterFields } from "@hoplog/schema/clicks/filters.js";
import { allOf, type Condition } from "../clickhouse/condition.ts";

/**
 * Builds a condition on columns of `clicks` that all filters must match; `true` without any. Filters by link also apply
 * to the sums of links. `filters` must be validated; the account is the query's parameter `owner`. `prefix`
 * distinguishes the parameters of two conditions in one query.
 */
export function filterConditions(filters: readonly ClickFilter[], prefix = "filter"): Condition {
  return allOf(
    ...filters.map((filter, i) => ({
      sql: conditionOf(filter, fieldOf(filter.field).column, `${prefix}${i}`),
      params: { [`${prefix}${i}`]: storable(filter) },
    })),
  );
}

function fieldOf(name: ClickFilter["field"]): FilterField {
  const field = filterFields.find((known) => known.name === name);
  if (!field) throw new RangeError(`clicks cannot be filtered by the unknown field ${name}`);
  return field;
}

/**
 * Builds the condition of one filter on a column with the values of its field. `param` is the name of its parameter.
 */
export function conditionOf({ field, op, values }: ClickFilter, column: string, param = "filter0"): string {
  const { kind } = fieldOf(field);
  const texts = `{${param}: Array(String)}`;
  if (op === "contains") {
    const isCity = kind === "city";
    return isCity
      ? `multiSearchAny(${foldedSql(column)}, ${texts})`
      : `multiSearchAnyCaseInsensitiveUTF8(${column}, ${texts})`;
  }
  const is = {
    text: `${column} IN ${texts}`,
    city: isCityAmongSql(column, values, texts),
    source: `${column} IN ${texts}`,
    // Compares the joined text, because it is computed once per distinct text, unlike a list of its values. An empty
    // list matches the empty value.
    list: `multiSearchAny(concat(',', ${column}, ','), ${texts})`,
    number: `${column} IN {${param}: Array(UInt32)}`,
    id: `${column} IN {${param}: Array(UUID)}`,
    groupOfLink: ofLinks(`${column} IN {${param}: Array(UUID)}`),
    tagsOfLink: ofLinks(`hasAny(if(empty(${column}), [toUUID('${none}')], ${column}), {${param}: Array(UUID)})`),
    domainOfLink: ofLinks(`${column} IN ${texts}`),
  }[kind];
  return op === "is" ? is : `NOT ${is}`;
}

function ofLinks(condition: string): string {
  return `link_id IN (SELECT link_id FROM links FINAL WHERE owner_id = {owner: UUID} AND ${condition})`;
}

/** Stored as the group of links in no group; here it also stands for links without tags. */
const none = "00000000-0000-0000-0000-000000000000";

function storable({ field, op, values }: ClickFilter): readonly (string | number)[] {
  const { kind } = fieldOf(field);
  if (kind === "number") return values.map(Number);
  if (kind === "groupOfLink" || kind === "tagsOfLink") return values.map((value) => value || none);
  const named = kind === "source" ? values.flatMap(referrersOf) : values;
  // An unpaired surrogate cannot be encoded as UTF-8.
  const texts = (kind === "city" ? wantedCities(named) : named).map((value) => value.toWellFormed());
  if (kind !== "list" || op === "contains") return texts;
  // Drops strings with a comma: they cannot be a value of a list, and would match across two values.
  return texts.filter((text) => !text.includes(",")).map((text) => `,${text},`);
}
