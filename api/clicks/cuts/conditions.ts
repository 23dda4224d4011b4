/**
 * A retention has removed single clicks before a day, the cut of their account, while their sums stay. A few may have come since
 * for such days: no list shows them, as it would show them as if they were all.
 */
const cutOf = "SELECT max(cut_before) FROM clicks_cut WHERE owner_id = {owner: UUID}";

/** The day of the cut of the account that the parameter `owner` names; 1970-01-01 where there is none. */
export const cutDaySql = `(${cutOf})`;

const compared = {
  at: `at >= toDateTime64(${cutDaySql}, 3, 'UTC')`,
  quarter: `quarter >= toDateTime(${cutDaySql}, 'UTC')`,
  day: `day >= ${cutDaySql}`,
} as const;

/** Of the account that the parameter `owner` names: the rows that lie behind its cut. No column is read where there is none. */
export function behindCut(column: keyof typeof compared, alias = ""): string {
  return `(${cutDaySql} = toDate(0) OR ${alias}${compared[column]})`;
}

/** The other rows: those of days whose single clicks were removed. */
export function beforeCut(column: keyof typeof compared, alias = ""): string {
  return `NOT ${behindCut(column, alias)}`;
}

const cuts = "(SELECT owner_id, max(cut_before) AS cut_before FROM clicks_cut GROUP BY owner_id)";

/** Rows of a table of all accounts, in a subquery: those behind the cut of their account, or those before it. `day` is of a row, in SQL. */
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

/** The day of UTC of a row of a table with sums of clicks, in SQL. */
export function dayOfSums(table: string): string {
  return table.endsWith("_quarter") ? "toDate(quarter)" : "day";
}
