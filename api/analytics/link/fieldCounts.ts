import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";
import { type ListedFieldName, listedFields } from "@hoplog/schema/clicks/filters.js";

/**
 * Returns SQL for `dimension` and `value` of rows grouped with {@link groupedByDimension}, called with the same `more`.
 */
export function dimensionAndValue(more: readonly string[] = []): string {
  const names = [...dimensionColumns, ...more];
  const named = (of: (name: string) => string): string =>
    `multiIf(${names.map((name) => `grouping(${name}) = 0, ${of(name)}`).join(", ")}, '')`;
  return `${named((name) => `'${name}'`)} AS dimension, ${named((name) => `toString(${name})`)} AS value`;
}

export interface Grouping {
  /** Columns by which every group is split. */
  readonly keys?: readonly string[];
  /** Columns that are grouped by like the dimensions. */
  readonly more?: readonly string[];
}

/**
 * Returns the GROUP BY clause for all dimensions in one pass, because finding the link's rows takes longer than
 * grouping them.
 */
export function groupedByDimension({ keys = [], more = [] }: Grouping = {}): string {
  const sets = [...dimensionColumns, ...more].map((name) => `(${[...keys, name].join(", ")})`);
  return `GROUP BY GROUPING SETS (${sets.join(", ")})`;
}

/**
 * Builds a query that counts clicks by the values of several fields in one pass, because finding the clicks takes
 * longer than grouping them. Returns rows of `field`, `value` and `counts`. Each value of a list field (such as
 * languages) counts, so sums may exceed the clicks. `counts` maps column names to aggregate expressions.
 */
export function countedByField(
  fields: readonly ListedFieldName[],
  where: string,
  counts: Readonly<Record<string, string>>,
): string {
  const listed = listedFields.filter(({ name }) => fields.includes(name));
  const each = (of: (field: (typeof listed)[number]) => string) =>
    `multiIf(${listed.map((field) => `grouping(${field.column}) = 0, ${of(field)}`).join(", ")}, '')`;
  const lists = listed.filter(({ kind }) => kind === "list").map(({ name }) => `'${name}'`);
  const columns = Object.entries(counts);
  return `SELECT field, arrayJoin(if(field IN (${lists.join(", ") || "''"}), splitByChar(',', text), [text])) AS value,
       ${columns.map(([name]) => `sum(of_text.${name}) AS ${name}`).join(", ")}
     FROM (
       SELECT ${each(({ name }) => `'${name}'`)} AS field, ${each(({ column }) => `toString(${column})`)} AS text,
         ${columns.map(([name, count]) => `${count} AS ${name}`).join(", ")}
       FROM clicks WHERE ${where}
       GROUP BY GROUPING SETS (${listed.map(({ column }) => `(${column})`).join(", ")})) AS of_text
     GROUP BY field, value`;
}
