/**
 * The retention cut of an account: single clicks before this day were deleted, but not their sums. A few clicks of such
 * days may have arrived since. Lists ignore them, because they would appear to be all clicks of the day.
 */
const cutOf = "SELECT max(cut_before) FROM clicks_cut WHERE owner_id = {owner: UUID}";

/** SQL for the cut day of the account in the parameter `owner`; 1970-01-01 without a cut. */
export const cutDaySql = `(${cutOf})`;

const compared = {
  at: `at >= toDateTime64(${cutDaySql}, 3, 'UTC')`,
  quarter: `quarter >= toDateTime(${cutDaySql}, 'UTC')`,
  day: `day >= ${cutDaySql}`,
} as const;

/**
 * Returns the SQL condition for rows on or after the cut of the account in the parameter `owner`. Without a cut no
 * column is read.
 */
export function sinceCut(column: keyof typeof compared, alias = ""): string {
  return `(${cutDaySql} = toDate(0) OR ${alias}${compared[column]})`;
}

/** Returns the SQL condition for rows before the cut: those of days whose single clicks were deleted. */
export function beforeCut(column: keyof typeof compared, alias = ""): string {
  return `NOT ${sinceCut(column, alias)}`;
}

const cuts = "(SELECT owner_id, max(cut_before) AS cut_before FROM clicks_cut GROUP BY owner_id)";

/**
 * Returns the SQL subquery for the rows of a table of all accounts on or after ("behind") their account's cut, or
 * before it. `day` is an SQL expression for a row's day.
 */
export function rowsByCut(
  table: string,
  day: string,
  which: "behind" | "before",
  {
    where = "true",
    columns = "of_table.*",
    cutTable = cuts,
  }: { where?: string; columns?: string; cutTable?: string } = {},
): string {
  return `(SELECT ${columns} FROM (SELECT * FROM ${table} WHERE ${where}) AS of_table
    LEFT ANY JOIN ${cutTable} AS cut_of USING (owner_id) WHERE ${day} ${which === "behind" ? ">=" : "<"} cut_of.cut_before)`;
}

/** Returns SQL for the UTC day of a row of a table of click sums. */
export function dayOfSums(table: string): string {
  return table.endsWith("_quarter") ? "toDate(quarter)" : "day";
}
