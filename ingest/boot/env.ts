import { z } from "zod";
import {
  count,
  databaseName,
  host,
  httpUrl,
  kafkaBrokers,
  port,
  postgresUrl,
  redisUrl,
  traceVariables,
} from "@hoplog/platform/env/pieces.js";

export const ingestEnv = z.object({
  DATABASE_URL: postgresUrl,
  KAFKA_BROKERS: kafkaBrokers.optional(),
  REDIS_URL: redisUrl.optional(),
  /** With user and password in it. */
  CLICKHOUSE_URL: httpUrl,
  CLICKHOUSE_DATABASE: databaseName.default("hoplog"),
  MISSES_RETENTION_DAYS: count.default(90),
  /** For /healthz and /metrics. */
  INGEST_PORT: port.default(3002),
  OPS_HOST: host.default("127.0.0.1"),
  ...traceVariables,
});

export type IngestEnv = z.infer<typeof ingestEnv>;
