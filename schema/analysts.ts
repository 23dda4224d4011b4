/**
 * Makes ClickHouse's workloads `analyst` and `account`, to which the profiles in stack/compose/clickhouse/analysts.xml
 * belong: of all their queries together one runs for every four processors, at least one. The others wait, and the two
 * take turns.
 *
 * Queries and not threads are counted: one that holds the only thread waits for ever for the thread of its own subquery.
 */
export function analystsWorkloads(processors: number): string[] {
  const queries = Math.max(1, Math.floor(processors / 4));
  return [
    "CREATE OR REPLACE RESOURCE queries (QUERY)",
    "CREATE OR REPLACE WORKLOAD everybody",
    `CREATE OR REPLACE WORKLOAD analysts IN everybody SETTINGS max_concurrent_queries = ${queries}`,
    "CREATE OR REPLACE WORKLOAD analyst IN analysts",
    "CREATE OR REPLACE WORKLOAD account IN analysts",
  ];
}
