import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";

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
