import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import type { Pool } from "pg";
import { withAdvisoryLock } from "../postgres/advisoryLock.ts";
import { clickHouseConnectionSettings, explaining } from "../tls/connectionError.ts";
import { type MigrationLevel, newestLevel } from "../postgres/backupLevel.ts";
import type { ClickHouseSettings } from "./createClickHouse.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

/**
 * Creates or migrates the tables of ClickHouse; the first service to start does it. No clicks are written during that,
 * because a view would miss them while it is recreated. `pool` must have two spare connections.
 */
export async function updateClickHouseSchema(
  settings: ClickHouseSettings,
  pool: Pool,
  level: MigrationLevel = newestLevel,
): Promise<void> {
  const migrations = level("clickhouse", await readMigrations(clickHouseMigrationsFolder()));
  const exclusively = (work: () => Promise<void>): Promise<void> =>
    withAdvisoryLock(pool, "hoplog_clickhouse_migration", () => withAdvisoryLock(pool, clicksWrittenLock, work));
  await explaining(clickHouseConnectionSettings, () => migrateClickHouse(settings, migrations, exclusively));
}
