import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";
import { type ListedFieldName, listedFields } from "@hoplog/schema/clicks/filters.js";

/** `dimension` and `value` of a row that comes from {@link groupedByDimension}; `more` as there. */
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

/** One pass over the rows for all dimensions: finding out which rows are the link's costs more than grouping them. */
export function groupedByDimension({ keys = [], more = [] }: Grouping = {}): string {
  const sets = [...dimensionColumns, ...more].map((name) => `(${[...keys, name].join(", ")})`);
  return `GROUP BY GROUPING SETS (${sets.join(", ")})`;
}

/**
 * A query that counts clicks by the values of each of these fields, in one pass: rows of `field`, `value` and the counts. Finding
 * out which clicks are counted costs more than to group them. Of a list each of its values counts, so that they may add up to
 * more than there are clicks. `counts` are names and what is counted of a group of clicks.
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
