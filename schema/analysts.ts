/** At least so many queries of analysts and accounts run at a time: who queries little doesn't wait for who queries much. */
const fewest = 3;

/**
 * Makes ClickHouse's workloads `analyst` and `account`, to which the profiles in stack/compose/clickhouse/analysts.xml
 * belong: of all their queries together three run at a time, on large machines one for every four processors. The others
 * wait, and the two take turns.
 *
 * Queries and not threads are counted: one that holds the only thread waits for ever for the thread of its own subquery.
 */
export function analystsWorkloads(processors: number): string[] {
  const queries = Math.max(fewest, Math.floor(processors / 4));
  return [
    "CREATE OR REPLACE RESOURCE queries (QUERY)",
    "CREATE OR REPLACE WORKLOAD everybody",
    `CREATE OR REPLACE WORKLOAD analysts IN everybody SETTINGS max_concurrent_queries = ${queries}`,
    "CREATE OR REPLACE WORKLOAD analyst IN analysts",
    "CREATE OR REPLACE WORKLOAD account IN analysts",
  ];
}

/** Stands in each view's file for {@link isNoExplain}. */
export const isNoExplainMark = "{is_no_explain}";

/**
 * A condition that every view has: it throws where an account requests the plan of a query, which would show which parts of
 * a table hold rows of a time, other accounts' among them. It is looked at before any part is.
 */
export const isNoExplain = `(
  SELECT throwIf(
    currentUser() != 'analyst' AND countIf(query_kind IN ('Select', 'Describe')) != greatest(count(), 1),
    'Accounts may not EXPLAIN queries of the views')
  FROM system.processes WHERE query_id = queryID()
) = 0`;

/**
 * Makes the workload of one account, named like its SQL user: one query of it runs at a time, and accounts take turns.
 * It must be there before the user is: ClickHouse lets queries of a workload that it doesn't know run at once.
 * The embedded engine takes one for existing that it has forgotten, so it is replaced.
 */
export function accountWorkload(sqlUser: string): string {
  return `CREATE OR REPLACE WORKLOAD \`${sqlUser}\` IN account SETTINGS max_concurrent_queries = 1`;
}
