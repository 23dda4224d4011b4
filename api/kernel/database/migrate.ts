import { migrate, type Migration } from "@hoplog/platform/postgres/migrate.js";
import pg from "pg";
import { apiMigrations } from "./migrations/all.ts";

/**
 * Brings the api's tables up to date. Several services may start at once. Throws a {@link MigrationError} when the applied
 * migrations contradict these.
 */
export async function migrateDatabase(
  databaseUrl: string,
  migrations: readonly Migration[] = apiMigrations,
): Promise<void> {
  // Without a timeout: an index of a large table takes its time. Two connections: the lock, and the work.
  const pool = new pg.Pool({ connectionString: databaseUrl, application_name: "hoplog api migration", max: 2 });
  // A connection that is lost fails its query.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await migrate(pool, "api", migrations);
  } finally {
    await pool.end();
  }
}
