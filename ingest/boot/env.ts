import { z } from "zod";
import { clickHouseVariables, kafkaVariables, redisVariables } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { count, metricsVariables, onOff, postgresUrl, traceVariables } from "@hoplog/platform/env/pieces.js";

const ingestEnv = z.object({
  DATABASE_URL: postgresUrl,
  ...kafkaVariables,
  ...redisVariables,
  ...clickHouseVariables,
  /** Days for which misses are stored. */
  MISSES_RETENTION_DAYS: count.default(90),
  /** Days for which the raw user agents of clicks and misses are stored. */
  USER_AGENT_RETENTION_DAYS: count.default(90),
  /** Limits memory use for a machine with 1 GB. */
  SMALL: onOff.default(false),
  ...metricsVariables(3002),
  ...traceVariables,
});

export type IngestEnv = z.infer<typeof ingestEnv>;

/** Reads and validates the settings. Throws EnvError. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): IngestEnv {
  return parseEnv(ingestEnv, env);
}
