import { ClickHouseLogLevel, createClient, type ClickHouseClient } from "@clickhouse/client";

export type { ClickHouseClient } from "@clickhouse/client";

export interface ClickHouseSettings {
  /** With user and password in it: http://user:password@host:8123 */
  readonly clickHouseUrl: string;
  readonly database: string;
  /** Shown in the query log. */
  readonly application: string;
  /** 30 s by default. */
  readonly requestTimeoutMs?: number;
}

/**
 * A client over HTTP, with the settings that counting each click once rests on: an insert is written before it is
 * acknowledged, and a repeated one (same `insert_deduplication_token`) is dropped in the table and behind every view.
 */
export function createClickHouse(settings: ClickHouseSettings): ClickHouseClient {
  return createClient({
    url: settings.clickHouseUrl,
    database: settings.database,
    application: settings.application,
    request_timeout: settings.requestTimeoutMs ?? 30_000,
    // Failures reject; who called logs them.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      deduplicate_blocks_in_dependent_materialized_views: 1,
    },
  });
}
