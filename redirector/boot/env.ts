import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import {
  cidrList,
  count,
  host,
  httpUrl,
  kafkaBrokers,
  logLevel,
  port,
  postgresUrl,
  traceVariables,
} from "@hoplog/platform/env/pieces.js";
import { availableParallelism } from "node:os";
import { z } from "zod";

const schema = z.object({
  SHORT_PORT: port.default(3001),
  HOST: host.default("127.0.0.1"),
  PUBLIC_URL: httpUrl.default("http://localhost:3000"),
  SHORT_URL: httpUrl.default("http://localhost:3001"),
  DATABASE_URL: postgresUrl,
  KAFKA_BROKERS: kafkaBrokers.optional(),
  SPOOL_DIR: z.string().default(".hoplog/spool"),
  REPLICA_DIR: z.string().default(".hoplog/replica"),
  SPOOL_FSYNC: z.enum(["always", "interval"], "expected always or interval").default("interval"),
  /** How many share SHORT_PORT; each keeps one core busy. */
  LISTENERS: count.default(() => availableParallelism()),
  /** What runs them; unless said, bun where it is installed. */
  LISTENER_RUNTIME: z.enum(["bun", "node"], "expected bun or node").optional(),
  /** Where this process alone tells its health and metrics, also while others share SHORT_PORT. */
  OPS_PORT: port.optional(),
  OPS_HOST: host.default("127.0.0.1"),
  TRUSTED_PROXIES: cidrList.default([]),
  LOG_LEVEL: logLevel.default("info"),
  ...traceVariables,
});

export type Settings = z.output<typeof schema>;

/** Throws EnvError. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  return parseEnv(schema, env);
}
