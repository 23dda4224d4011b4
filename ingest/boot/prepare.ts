import { updateClickHouseSchema } from "@hoplog/platform/clickhouse/updateSchema.js";
import type { ClickHouseSettings } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { type MigrationLevel, newestLevel } from "@hoplog/platform/postgres/backupLevel.js";
import { migrate, MigrationError } from "@hoplog/platform/postgres/migrate.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import type { ServiceContext } from "@hoplog/platform/process/runService.js";
import { retry } from "@hoplog/platform/retry/retry.js";
import { ingestMigrations } from "../migrations.ts";

/** Creates ingest's tables in Postgres and the tables of ClickHouse, which the first service to start creates. */
export async function prepareDatabases(
  pool: Pool,
  clickHouse: ClickHouseSettings,
  level: MigrationLevel = newestLevel,
): Promise<void> {
  await migrate(pool, "ingest", level("ingest", ingestMigrations));
  await updateClickHouseSchema(clickHouse, pool, level);
}

/** Retries until a service is available; fails immediately on a MigrationError. */
export function retryUntilAvailable<T>(
  what: string,
  attempt: () => Promise<T>,
  { logger, ending }: ServiceContext,
): Promise<T> {
  return retry(attempt, {
    signal: ending,
    maxPauseMs: 1000,
    isFinal: (error) => error instanceof MigrationError,
    onFailure: (error) => logger.warn({ err: error }, `waiting for ${what}`),
  });
}
