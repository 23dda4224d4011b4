import { migrate, type Migration } from "@hoplog/platform/postgres/migrate.js";
import pg from "pg";
import { apiMigrations } from "./migrations/all.ts";

/**
 * Applies the migrations of the API's tables. Several services may start at once. Throws a {@link MigrationError} if
 * the applied migrations differ from these.
 */
export async function migrateDatabase(
  databaseUrl: string,
  migrations: readonly Migration[] = apiMigrations,
): Promise<void> {
  // Statements have no timeout, because indexing a large table takes long. The pool has two connections: one holds the
  // lock, the other one applies the migrations.
  const pool = new pg.Pool({ connectionString: databaseUrl, application_name: "hoplog api migration", max: 2 });
  // A lost connection fails its query, so the event needs no handling.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await migrate(pool, "api", migrations);
  } finally {
    await pool.end();
  }
}
