/** At least so many queries of analysts and accounts run at a time: who queries little doesn't wait for who queries much. */
const fewest = 3;

/**
 * Makes ClickHouse's workloads `analyst`, `account` and those of the console's users, to which the profiles in
 * stack/compose/clickhouse/analysts.xml belong: of all their queries together three run at a time, on large machines one for every four processors. The others
 * wait, and the two take turns.
 *
 * Queries and not threads are counted: one that holds the only thread waits for ever for the thread of its own subquery.
 */
export function analystsWorkloads(processors: number): string[] {
  const queries = analystsQueriesAtOnce(processors);
  return [
    "CREATE OR REPLACE RESOURCE queries (QUERY)",
    "CREATE OR REPLACE WORKLOAD everybody",
    `CREATE OR REPLACE WORKLOAD analysts IN everybody SETTINGS max_concurrent_queries = ${queries}`,
    "CREATE OR REPLACE WORKLOAD analyst IN analysts",
    "CREATE OR REPLACE WORKLOAD account IN analysts",
    ...consoleUsers.map(accountWorkload),
  ];
}

/** How many queries of analysts and accounts run at a time, all of them together. */
export function analystsQueriesAtOnce(processors: number): number {
  return Math.max(fewest, Math.floor(processors / 4));
}

/**
 * The users of stack/compose/clickhouse/analysts.xml, as whom api runs the queries of the SQL console. In turns each of them
 * counts as an account: one account has at most one query in the console at a time.
 */
export const consoleUsers = ["1", "2", "3", "4", "5", "6", "7", "8"].map((number) => `console_${number}`);

/** What a query of the console may take, as stack/compose/clickhouse/analysts.xml says. */
export const consoleLimits = {
  /** Unless the query says otherwise by SETTINGS max_execution_time. */
  seconds: 30,
  secondsMax: 60,
  memoryBytes: 400_000_000,
  rowsRead: 500_000_000,
  resultRows: 1_000_000,
  queriesInHour: 2000,
  secondsInHour: 600,
} as const;

/** What may be used up in an hour, as the quotas in stack/compose/clickhouse/analysts.xml say. */
export const analystAllowance = { queries: 5000, seconds: 1800 } as const;
export const accountAllowance = { queries: consoleLimits.queriesInHour, seconds: consoleLimits.secondsInHour } as const;

/** What is shown of a result as a table. */
export const shownRowsMax = 10_000;
export const shownBytesMax = 4_000_000;

/** The header in which api says which account's rows a query of the console sees. */
export const consoleAccountHeader = "X-Hoplog-Account";

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
