import { clickHouseSettings } from "@hoplog/platform/env/connections.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { backupLevel, newestLevel } from "@hoplog/platform/postgres/backupLevel.js";
import { MigrationError } from "@hoplog/platform/postgres/migrate.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { readSettings } from "./env.ts";
import { prepareDatabases } from "./prepare.ts";

// Creates ingest's tables and those of ClickHouse, as in the backup FROM if it is set, and exits.
const env = readSettings();
const logger = createLogger("ingest", "error");
const pool = createPool({ databaseUrl: env.DATABASE_URL, applicationName: "hoplog ingest", logger, max: 4 });
try {
  const from = process.env["FROM"];
  const level = from ? await backupLevel(from) : newestLevel;
  await prepareDatabases(pool, { ...clickHouseSettings(env), application: "hoplog-ingest" }, level);
} catch (error) {
  if (!(error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await pool.end();
}
