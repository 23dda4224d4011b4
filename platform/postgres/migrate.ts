import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { withAdvisoryLock } from "./advisoryLock.ts";
import { explaining, postgresConnectionSettings } from "../tls/connectionError.ts";
import { inTransaction } from "./transaction.ts";

export interface Migration {
  /** Sorts in the order of application: `0001_log`. */
  readonly name: string;
  readonly sql: string;
}

/** What the database has contradicts what this version brings: trying again can't mend it. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** What else a scope does, within the transactions of a migration. */
export interface MigrationHooks {
  /** Before it is asked what has been applied. */
  readonly before: (client: PoolClient) => Promise<void>;
  /** With each migration that is applied. */
  readonly applied: (client: PoolClient, migration: Migration) => Promise<void>;
}

/**
 * Applies the migrations of one scope that the database does not have yet, each in a transaction, in the order given.
 * Safe when several processes start at once. Throws a {@link MigrationError} when an applied one
 * has been changed, or is gone.
 */
export async function migrate(
  pool: Pool,
  scope: string,
  migrations: readonly Migration[],
  hooks?: MigrationHooks,
): Promise<void> {
  // Every service comes here first, whatever it needs Postgres for.
  await explaining(postgresConnectionSettings, () => applyPending(pool, scope, migrations, hooks));
}

function applyPending(
  pool: Pool,
  scope: string,
  migrations: readonly Migration[],
  hooks: MigrationHooks | undefined,
): Promise<void> {
  return withAdvisoryLock(pool, "hoplog_migration", async () => {
    await pool.query(`
      CREATE TABLE IF NOT EXISTS hoplog_migration (
        scope text NOT NULL,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (scope, name)
      )`);
    await takeBack(pool, scope, migrations);
    if (hooks) await inTransaction(pool, hooks.before);
    const { rows } = await pool.query<{ name: string; checksum: string }>(
      "SELECT name, checksum FROM hoplog_migration WHERE scope = $1",
      [scope],
    );
    const pending = pendingMigrations(scope, migrations, new Map(rows.map((row) => [row.name, row.checksum])));
    for (const migration of pending) {
      await inTransaction(pool, async (client) => {
        await client.query(migration.sql);
        await client.query("INSERT INTO hoplog_migration (scope, name, checksum) VALUES ($1, $2, $3)", [
          scope,
          migration.name,
          checksumOf(migration.sql),
        ]);
        await hooks?.applied(client, migration);
      });
    }
  });
}

/**
 * An older release starts only where it knows every migration. So on the way back to it an operator sets the newer ones aside, by
 * the name of their scope; what they have made stays, and counts again here.
 */
async function takeBack(pool: Pool, scope: string, migrations: readonly Migration[]): Promise<void> {
  await pool.query("UPDATE hoplog_migration SET scope = $1 WHERE scope = $2 AND name = ANY ($3)", [
    scope,
    `${scope} set aside`,
    migrations.map(({ name }) => name),
  ]);
}

/** Compares what there is with what has been applied (name to checksum). Throws where they contradict each other. */
export function pendingMigrations(
  scope: string,
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (!known.has(name)) {
      throw new MigrationError(
        `migration ${scope}/${name} has been applied by a newer version: start that one, or restore`,
      );
    }
  }
  return migrations.filter((migration) => {
    const checksum = applied.get(migration.name);
    if (checksum === undefined) return true;
    if (checksum === checksumOf(migration.sql)) return false;
    throw new MigrationError(
      `migration ${scope}/${migration.name} has been changed after it was applied: add a new one instead`,
    );
  });
}

export function checksumOf(sql: string): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}
