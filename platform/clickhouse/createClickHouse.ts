import type { ClickHouseClient } from "./client.ts";
import type { ClickHouseConnection } from "../env/connections.ts";
import { createClient, type ClickHouseClient as LibraryClient } from "@clickhouse/client";
import { failOver } from "./failOver.ts";
import { ClickHouseLogLevel, type ClickHouseClientConfigOptions } from "@clickhouse/client";
import { Agent } from "node:https";

export interface ClickHouseSettings extends ClickHouseConnection {
  /** Name of the client in ClickHouse's query log. */
  readonly application: string;
  /** Timeout of a request; 30 s by default. */
  readonly requestTimeoutMs?: number;
  /** Whether to send no settings, for users without permission to change settings. */
  readonly readsOnly?: boolean;
}

/**
 * Creates an HTTP client with the settings that deduplicate clicks: an insert is written before it is acknowledged, and
 * a repeated one (same `insert_deduplication_token`) is dropped in the table and in every view. With several addresses
 * it switches to another one if a server is unavailable ({@link failOver}).
 */
export function createClickHouse(settings: ClickHouseSettings): ClickHouseClient {
  const { cluster } = settings;
  const urls = [settings.clickHouseUrl, ...(settings.otherUrls ?? [])];
  const open = (url: string): LibraryClient =>
    createClient({
      ...connection(url, settings, maxSockets),
      database: settings.database,
      application: settings.application,
      request_timeout: settings.requestTimeoutMs ?? 30_000,
      clickhouse_settings: settings.readsOnly
        ? {}
        : {
            async_insert: 0,
            insert_deduplicate: 1,
            deduplicate_blocks_in_dependent_materialized_views: 1,
            ...(cluster && { insert_quorum: cluster.insertQuorum, insert_quorum_timeout: quorumTimeoutMs }),
          },
    });
  if (urls.length === 1) return Object.assign(open(settings.clickHouseUrl), { cluster: cluster?.name });
  const addresses = urls.map((url) => ({
    name: new URL(url).origin,
    client: open(url),
    openProbe: (timeoutMs: number) =>
      createClient({
        ...connection(url, settings, 1),
        request_timeout: timeoutMs,
        // Opens a new connection each time, because the check is whether the server accepts one.
        keep_alive: { enabled: false },
      }),
  }));
  return failOver(addresses, cluster?.name);
}

/** The client library's default. */
const maxSockets = 10;

/**
 * An insert that waits for other replicas fails before the request times out, so that the error contains the reason.
 */
const quorumTimeoutMs = 10_000;

function connection(url: string, { tls }: ClickHouseSettings, sockets: number): ClickHouseClientConfigOptions {
  return {
    url,
    // TLS options go to the agent: with the client's own `tls` a certificate would replace the password at login.
    ...(tls && { http_agent: new Agent({ ...tls, keepAlive: sockets > 1, maxSockets: sockets }) }),
    // The library does not log, because failures reject and the caller logs them.
    log: { level: ClickHouseLogLevel.OFF },
  };
}
