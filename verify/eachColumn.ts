export interface NamedColumn {
  readonly name: string;
  readonly column: string;
}

// SQL fragments to group rows by each of several columns separately in one scan; separate statements take several times
// as long.

/** Returns SQL that selects the columns as strings, for the inner SELECT. */
export function keysOf(columns: readonly NamedColumn[]): string {
  return columns.map(({ column }, i) => `toString(${column}) AS key_${i}`).join(", ");
}

/** Returns SQL for the outer GROUP BY, with one grouping set per column. */
export function eachKey(columns: readonly NamedColumn[]): string {
  return `GROUPING SETS (${columns.map((_, i) => `(key_${i})`).join(", ")})`;
}

/** Returns SQL that selects the index of the column by which a row is grouped, and the column's value. */
export function nthKey(columns: readonly NamedColumn[]): string {
  // `grouping` is 0 for the column that a row is grouped by.
  const nth = columns.map((_, i) => `if(grouping(key_${i}) = 0, ${i}, 0)`).join(" + ");
  return `${nth} AS nth, [${columns.map((_, i) => `key_${i}`).join(", ")}][nth + 1] AS key`;
}

/** Returns the result of `of` for each column's rows, by the column's name. */
export function byName<R extends { readonly nth: number }, T>(
  columns: readonly NamedColumn[],
  rows: readonly R[],
  of: (rows: readonly R[]) => T,
): ReadonlyMap<string, T> {
  const ofColumn = Map.groupBy(rows, ({ nth }) => nth);
  return new Map(columns.map(({ name }, i) => [name, of(ofColumn.get(i) ?? [])]));
}
