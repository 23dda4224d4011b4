/** All table columns, in the order of the column menu. */
export const columnKeys = [
  "name",
  "shortUrl",
  "destination",
  "group",
  "tags",
  "state",
  "clicks",
  "conversions",
  "revenue",
  "created",
  "expires",
  "domain",
  "note",
  "externalId",
] as const;

export type ColumnKey = (typeof columnKeys)[number];

const shownAtFirst: readonly ColumnKey[] = [
  "name",
  "shortUrl",
  "destination",
  "group",
  "tags",
  "state",
  "clicks",
  "created",
];

/**
 * Parses stored columns: drops unknown ones and duplicates, and always includes the name. Returns the default columns
 * unless `stored` is an array.
 */
export function parseColumns(stored: unknown): readonly ColumnKey[] {
  if (!Array.isArray(stored)) return shownAtFirst;
  const known = columnKeys.filter((key) => stored.includes(key));
  const inOrder = known.toSorted((a, b) => stored.indexOf(a) - stored.indexOf(b));
  return inOrder.includes("name") ? inOrder : ["name", ...inOrder];
}

/** Moves a column one place towards the front (-1) or the back (1). */
export function movedColumn(columns: readonly ColumnKey[], key: ColumnKey, by: -1 | 1): readonly ColumnKey[] {
  const from = columns.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return columns;
  return columns.toSpliced(from, 1).toSpliced(to, 0, key);
}
