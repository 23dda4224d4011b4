import { z } from "zod";
import { clickHouseVariables, kafkaVariables, redisVariables } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { count, metricsVariables, onOff, postgresUrl, traceVariables } from "@hoplog/platform/env/pieces.js";

const ingestEnv = z.object({
  DATABASE_URL: postgresUrl,
  ...kafkaVariables,
  ...redisVariables,
  ...clickHouseVariables,
  /** How long visits that led nowhere are kept. */
  MISSES_RETENTION_DAYS: count.default(90),
  /** How long clicks and misses keep the user agent as it was sent. */
  USER_AGENT_RETENTION_DAYS: count.default(90),
  /** Bounds memory for a machine of 1 GB. */
  SMALL: onOff.default(false),
  ...metricsVariables(3002),
  ...traceVariables,
});

export type IngestEnv = z.infer<typeof ingestEnv>;

/** Throws EnvError. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): IngestEnv {
  return parseEnv(ingestEnv, env);
}
