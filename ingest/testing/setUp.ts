import { onTestFinished } from "vitest";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { freshClickHouse, freshDatabase } from "@hoplog/platform/testing/engines.js";

export const logger = createLogger("test", "silent");

/**
 * Creates an empty Postgres database and an empty ClickHouse database for the test, which are dropped when it has
 * finished.
 */
export async function freshDatabases() {
  const [postgres, server] = await Promise.all([freshDatabase(), freshClickHouse()]);
  const url = new URL(server.url);
  url.username = server.username;
  url.password = server.password;
  const clickHouse = { clickHouseUrl: url.href, database: server.database, application: "test" };
  const pool = createPool({ databaseUrl: postgres.url, applicationName: "test", logger });
  const client = createClickHouse(clickHouse);
  onTestFinished(async () => {
    await Promise.all([pool.end(), client.close()]);
    await Promise.all([postgres.drop(), server.drop()]);
  });
  /** Returns rows as arrays, and 64-bit integers as numbers. */
  async function rows(query: string): Promise<unknown[]> {
    const answer = await client.query({
      query,
      format: "JSONCompactEachRow",
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return answer.json();
  }
  return { databaseUrl: postgres.url, clickHouse, pool, client, rows };
}

/** Stops TTL merges, so that user agents and misses of fixed days in the past are not deleted. */
export async function withoutRetention(client: ClickHouseClient): Promise<void> {
  for (const table of ["clicks", "misses", "misses_by_owner"])
    await client.command({ query: `SYSTEM STOP TTL MERGES ${table}` });
}
