import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import type { Pool } from "pg";
import { withAdvisoryLock } from "../postgres/advisoryLock.ts";
import { clickHouseConnectionSettings, explaining } from "../tls/connectionError.ts";
import { type MigrationLevel, newestLevel } from "../postgres/backupLevel.ts";
import type { ClickHouseSettings } from "./createClickHouse.ts";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "./migrate.ts";

/**
 * Makes the tables of ClickHouse, or brings them up to date; whichever service comes first does it. Nobody writes clicks
 * meanwhile: a view that is made anew would miss them. `pool` needs two connections besides.
 */
export async function bringClickHouseUpToDate(
  settings: ClickHouseSettings,
  pool: Pool,
  level: MigrationLevel = newestLevel,
): Promise<void> {
  const migrations = level("clickhouse", await readMigrations(clickHouseMigrationsFolder()));
  const exclusively = (work: () => Promise<void>): Promise<void> =>
    withAdvisoryLock(pool, "hoplog_clickhouse_migration", () => withAdvisoryLock(pool, clicksWrittenLock, work));
  await explaining(clickHouseConnectionSettings, () => migrateClickHouse(settings, migrations, exclusively));
}
