import { checksumOf, migrate, type Migration, pendingMigrations } from "@hoplog/platform/postgres/migrate.js";
import { explaining, postgresConnectionSettings } from "@hoplog/platform/tls/connectionError.js";
import pg, { type Pool, type PoolClient } from "pg";
import { apiMigrations } from "./migrations/all.ts";

const scope = "api";

/**
 * Brings the api's tables up to date. Several services may start at once, apis of the release before among them. Throws a
 * {@link MigrationError} where what was applied contradicts the migrations.
 */
export async function migrateDatabase(
  databaseUrl: string,
  migrations: readonly Migration[] = apiMigrations,
): Promise<void> {
  // Without a timeout: an index of a large table takes its time. Three: both locks, and the work.
  const pool = new pg.Pool({ connectionString: databaseUrl, application_name: "hoplog api migration", max: 3 });
  // A connection that is lost fails its query.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    const bringUpToDate = (): Promise<void> =>
      migrate(pool, scope, migrations, {
        before: (client) => takeOver(client, migrations),
        applied: async (client, { name }) => {
          await client.query("INSERT INTO api_migration (name) VALUES ($1)", [name]);
        },
      });
    await explaining(postgresConnectionSettings, () => withFormerLock(pool, bringUpToDate));
  } finally {
    await pool.end();
  }
}

// The release before (ee88265) knows what was applied by the names in `api_migration`, and migrates under a lock of its own.
// It ignores names that it doesn't know. As long as it is the way back, every migration is noted there too.

async function withFormerLock(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('hoplog api migration'))");
    await work();
  } finally {
    // The lock goes with its connection.
    client.release(true);
  }
}

/** What the release before has applied counts as applied, unless it is unknown here. */
async function takeOver(client: PoolClient, migrations: readonly Migration[]): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS api_migration (
      id serial PRIMARY KEY,
      name varchar(255) NOT NULL,
      executed_at timestamptz NOT NULL DEFAULT current_timestamp(6)
    )`);
  const { rows } = await client.query<{ name: string; executed_at: Date }>(
    `SELECT name, executed_at FROM api_migration
     WHERE name NOT IN (SELECT name FROM hoplog_migration WHERE scope = $1) ORDER BY id`,
    [scope],
  );
  const checksums = new Map(migrations.map(({ name, sql }) => [name, checksumOf(sql)]));
  pendingMigrations(scope, migrations, new Map(rows.map(({ name }) => [name, checksums.get(name) ?? ""])));
  for (const { name, executed_at } of rows) {
    await client.query("INSERT INTO hoplog_migration (scope, name, checksum, applied_at) VALUES ($1, $2, $3, $4)", [
      scope,
      name,
      checksums.get(name),
      executed_at,
    ]);
  }
}
