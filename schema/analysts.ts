/**
 * The lowest limit of concurrent queries of analysts and accounts together, so that light users don't wait for heavy
 * ones.
 */
const fewest = 3;

/**
 * Returns the statements that create ClickHouse's workloads `analyst`, `account` and those of the console's users,
 * which the profiles in stack/compose/clickhouse/analysts.xml use: together they run three queries at a time, or on
 * large machines one for every four processors. Other queries wait, and the two workloads take turns.
 *
 * Queries are limited rather than threads: a query with the only thread would wait forever for a thread for its own
 * subquery.
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

/** Returns how many queries of analysts and accounts run at a time in total. */
export function analystsQueriesAtOnce(processors: number): number {
  return Math.max(fewest, Math.floor(processors / 4));
}

/**
 * The users in stack/compose/clickhouse/analysts.xml that api uses to run queries of the SQL console. Each of them
 * takes turns like an account: an account has at most one console query at a time.
 */
export const consoleUsers = ["1", "2", "3", "4", "5", "6", "7", "8"].map((number) => `console_${number}`);

/** Limits of console queries, as set in stack/compose/clickhouse/analysts.xml. */
export const consoleLimits = {
  /** The default, which SETTINGS max_execution_time in the query overrides. */
  seconds: 30,
  secondsMax: 60,
  memoryBytes: 400_000_000,
  rowsRead: 500_000_000,
  resultRows: 1_000_000,
  queriesInHour: 2000,
  secondsInHour: 600,
} as const;

/** Limits per hour, as set in the quotas of stack/compose/clickhouse/analysts.xml. */
export const analystAllowance = { queries: 5000, seconds: 1800 } as const;
export const accountAllowance = { queries: consoleLimits.queriesInHour, seconds: consoleLimits.secondsInHour } as const;

/** Limits of a result shown as a table. */
export const shownRowsMax = 10_000;
export const shownBytesMax = 4_000_000;

/** The header in which the api passes the account whose rows a console query may read. */
export const consoleAccountHeader = "X-Hoplog-Account";

/** Placeholder for {@link isNoExplain} in each view's file. */
export const isNoExplainMark = "{is_no_explain}";

/**
 * A condition in every view that throws if an account requests a query plan, which would reveal which parts of a table
 * contain rows of a time, including rows of other accounts. It is evaluated before any part is read.
 */
export const isNoExplain = `(
  SELECT throwIf(
    currentUser() != 'analyst' AND countIf(query_kind IN ('Select', 'Describe')) != greatest(count(), 1),
    'Accounts may not EXPLAIN queries of the views')
  FROM system.processes WHERE query_id = queryID()
) = 0`;

/**
 * Returns the statement that creates an account's workload, named like its SQL user: one of its queries runs at a time,
 * and accounts take turns. It must exist before the user, because ClickHouse doesn't limit queries of an unknown
 * workload. Uses OR REPLACE because the embedded engine may treat a workload as existing that it has lost.
 */
export function accountWorkload(sqlUser: string): string {
  return `CREATE OR REPLACE WORKLOAD \`${sqlUser}\` IN account SETTINGS max_concurrent_queries = 1`;
}
