import { clickHouseSettings } from "@hoplog/platform/env/connections.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { readSettings } from "./env.ts";
import { prepareDatabases } from "./prepare.ts";

// Makes ingest's tables and ends, for a restore.
const env = readSettings();
const logger = createLogger("ingest", "error");
const pool = createPool({ databaseUrl: env.DATABASE_URL, applicationName: "hoplog ingest", logger, max: 4 });
try {
  await prepareDatabases(pool, { ...clickHouseSettings(env), application: "hoplog-ingest" });
} finally {
  await pool.end();
}
