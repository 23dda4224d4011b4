import type { ClickHouseClient } from "./client.ts";

/**
 * Waits until the server has all rows of the replicated tables that any replica has acknowledged, for work that must
 * not miss one. Returns false immediately if no tables are replicated. The client must stay with one server
 * (`oneServer`).
 */
export async function catchUp(client: ClickHouseClient): Promise<boolean> {
  const answer = await client.query({
    query: `SELECT name FROM system.tables
      WHERE database = currentDatabase() AND startsWith(engine, 'Replicated') AND endsWith(engine, 'MergeTree') ORDER BY name`,
    format: "JSONEachRow",
  });
  const tables = await answer.json<{ name: string }>();
  for (const { name } of tables) {
    await client.command({
      query: `SYSTEM SYNC REPLICA \`${name}\` LIGHTWEIGHT`,
      clickhouse_settings: { receive_timeout: waitSeconds },
    });
  }
  return tables.length > 0;
}

const waitSeconds = 120;
