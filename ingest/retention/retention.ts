import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";

const tables = ["clicks", "misses"] as const;

/**
 * Makes ClickHouse clear user agents after `days` days, including existing ones. Values derived from them remain. Does
 * nothing if already set, so that every ingest may call it.
 */
export async function setUserAgentRetention(client: ClickHouseClient, days: number): Promise<void> {
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
    // Existing rows are processed in the background.
    await client.command({ query: `ALTER TABLE ${name} MODIFY COLUMN user_agent ${ttl}` });
  }
}

/** Tables with individual misses. */
const missTables = ["misses", "misses_by_owner"] as const;

/**
 * Makes ClickHouse delete misses after `days` days, including existing ones. Their daily sums remain. Does nothing if
 * already set, so that every ingest may call it.
 */
export async function setMissRetention(client: ClickHouseClient, days: number): Promise<void> {
  const wanted = `toDateTime(at) + toIntervalDay(${days})`;
  const answer = await client.query({
    query: `SELECT name, engine_full AS engine FROM system.tables
      WHERE database = currentDatabase() AND name IN ({tables: Array(String)})`,
    query_params: { tables: missTables },
    format: "JSONEachRow",
  });
  const tables = await answer.json<{ name: string; engine: string }>();
  for (const { name } of tables.filter(({ engine }) => !engine.includes(` TTL ${wanted} `))) {
    // Existing rows are processed in the background.
    await client.command({ query: `ALTER TABLE ${name} MODIFY TTL ${wanted}` });
  }
}
