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

/**
 * Has ClickHouse remove visits that led nowhere after so many days, those that are there already too. Their daily sums
 * stay. Does nothing where it is so already, so that each ingest may ask for it.
 */
export async function keepMisses(client: ClickHouseClient, days: number): Promise<void> {
  const wanted = `toDateTime(at) + toIntervalDay(${days})`;
  const answer = await client.query({
    query: "SELECT engine_full AS engine FROM system.tables WHERE database = currentDatabase() AND name = 'misses'",
    format: "JSONEachRow",
  });
  const [table] = await answer.json<{ engine: string }>();
  if (table?.engine.includes(` TTL ${wanted} `)) return;
  // The rows that are there are looked at in the background.
  await client.command({ query: `ALTER TABLE misses MODIFY TTL ${wanted}` });
}
