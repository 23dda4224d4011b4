import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";

const tables = ["clicks", "misses"] as const;

/**
 * Has ClickHouse empty user agents after so many days, those that are there already too. What was made of them stays. Does
 * nothing where it is so already, so that each ingest may ask for it.
 */
export async function keepUserAgents(client: ClickHouseClient, days: number): Promise<void> {
  const ttl = `TTL toDateTime(at) + toIntervalDay(${days})`;
  const answer = await client.query({
    query: `SELECT name, create_table_query AS made FROM system.tables WHERE database = currentDatabase() AND name IN ({tables: Array(String)})`,
    query_params: { tables },
    format: "JSONEachRow",
  });
  for (const { name, made } of await answer.json<{ name: string; made: string }>()) {
    if (
      new RegExp(`\`user_agent\` LowCardinality\\(String\\)[^\`]* ${ttl.replaceAll(/[()+]/g, "\\$&")}[,)]`).test(made)
    )
      continue;
    // The rows that are there are looked at in the background.
    await client.command({ query: `ALTER TABLE ${name} MODIFY COLUMN user_agent ${ttl}` });
  }
}

/** What is kept of visits that led nowhere, one by one. */
const missTables = ["misses", "misses_by_owner"] as const;

/**
 * Has ClickHouse remove visits that led nowhere after so many days, those that are there already too. Their daily sums
 * stay. Does nothing where it is so already, so that each ingest may ask for it.
 */
export async function keepMisses(client: ClickHouseClient, days: number): Promise<void> {
  const wanted = `toDateTime(at) + toIntervalDay(${days})`;
  const answer = await client.query({
    query: `SELECT name, engine_full AS engine FROM system.tables
      WHERE database = currentDatabase() AND name IN ({tables: Array(String)})`,
    query_params: { tables: missTables },
    format: "JSONEachRow",
  });
  const tables = await answer.json<{ name: string; engine: string }>();
  for (const { name } of tables.filter(({ engine }) => !engine.includes(` TTL ${wanted} `))) {
    // The rows that are there are looked at in the background.
    await client.command({ query: `ALTER TABLE ${name} MODIFY TTL ${wanted}` });
  }
}
