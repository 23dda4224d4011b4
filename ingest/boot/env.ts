import { z } from "zod";
import { databaseName, httpUrl, port, postgresUrl } from "@hoplog/platform/env/pieces.js";

export const ingestEnv = z.object({
  DATABASE_URL: postgresUrl,
  /** With user and password in it. */
  CLICKHOUSE_URL: httpUrl,
  CLICKHOUSE_DATABASE: databaseName.default("hoplog"),
  /** For /healthz and /metrics, on the loopback address only. */
  INGEST_PORT: port.default(3002),
});

export type IngestEnv = z.infer<typeof ingestEnv>;
