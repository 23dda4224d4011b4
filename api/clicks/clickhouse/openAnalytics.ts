import { updateClickHouseSchema } from "@hoplog/platform/clickhouse/updateSchema.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import type { ClickHouseConnection } from "@hoplog/platform/env/connections.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";

export interface AnalyticsSettings extends ClickHouseConnection {
  /** ClickHouse has no locks: a Postgres lock prevents two services from migrating it at once. */
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** Migrates ClickHouse and opens it for queries of the API. */
export async function openAnalytics(settings: AnalyticsSettings): Promise<ClickHouseClient> {
  const { databaseUrl, logger, ...connection } = settings;
  const clickhouse = { ...connection, application: "hoplog api", requestTimeoutMs: 15_000 };
  const pool = createPool({ databaseUrl, applicationName: "hoplog clickhouse migration", logger, max: 2 });
  try {
    await updateClickHouseSchema(clickhouse, pool);
  } finally {
    await pool.end();
  }
  return createClickHouse(clickhouse);
}
