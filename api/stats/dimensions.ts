import { type Dimension, dimensionNames } from "@hoplog/schema/clicks/dimensions.js";

/** `dimension` and `value` of a row that comes from {@link groupedByDimension}. */
export const dimensionAndValue = `${named((dimension) => `'${dimension}'`)} AS dimension,
  ${named((dimension) => `toString(${dimension})`)} AS value`;

/** One pass over the rows for all dimensions: finding out which rows are the link's costs more than grouping them. */
export function groupedByDimension(...keys: readonly string[]): string {
  return `GROUP BY GROUPING SETS (${dimensionNames.map((dimension) => `(${[...keys, dimension].join(", ")})`).join(", ")})`;
}

function named(of: (dimension: Dimension) => string): string {
  return `multiIf(${dimensionNames.map((dimension) => `grouping(${dimension}) = 0, ${of(dimension)}`).join(", ")}, '')`;
}
