import { createHash } from "node:crypto";
import pg, { type Pool, type PoolClient } from "pg";
import { withAdvisoryLock } from "./advisoryLock.ts";
import { lastBeforeBases } from "./bases.ts";
import { explaining, postgresConnectionSettings } from "../tls/connectionError.ts";
import { sql } from "./sql.ts";
import { inTransaction } from "./transaction.ts";

export interface Migration {
  /** Names sort in the order of application, for example `0001_log`. */
  readonly name: string;
  readonly sql: string;
  /** Only for a base, the first migration of a scope: name of the last migration that the base replaces. */
  readonly replaces?: string;
}

/** The applied migrations contradict the migrations of this version; retrying can't help. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** Steps for the migrations of one scope at a start. */
export interface MigrationPlan {
  /** Names of applied migrations that the base replaces; their rows are deleted. */
  readonly replaced: readonly string[];
  /** The base, if its tables exist but the base is not recorded yet. */
  readonly adopted: Migration | undefined;
  /** The migrations to apply, in this order. */
  readonly pending: readonly Migration[];
}

/**
 * Applies the pending migrations of one scope in the order given, each in a transaction. Several processes may do this
 * at the same time. Throws a {@link MigrationError} if an applied migration has changed or is unknown, or if the data
 * is older than the base.
 */
export async function migrate(pool: Pool, scope: string, migrations: readonly Migration[]): Promise<void> {
  // Every service uses Postgres here first, so this is where connection errors are explained.
  await explaining(postgresConnectionSettings, () => applyPending(pool, scope, migrations));
}

function applyPending(pool: Pool, scope: string, migrations: readonly Migration[]): Promise<void> {
  return withAdvisoryLock(pool, "hoplog_migration", async () => {
    await pool.query(`
      CREATE TABLE IF NOT EXISTS hoplog_migration (
        scope text NOT NULL,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (scope, name)
      )`);
    const { rows } = await pool.query<{ name: string; checksum: string }>(
      sql`SELECT name, checksum FROM hoplog_migration WHERE scope = ${scope}`,
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const { replaced, adopted, pending } = planMigrations(scope, migrations, applied);
    if (replaced.length > 0)
      await inTransaction(pool, async (client) => {
        await client.query(sql`DELETE FROM hoplog_migration WHERE scope = ${scope} AND name = ANY (${replaced})`);
        if (adopted) await note(client, scope, adopted);
      });
    for (const migration of pending)
      await inTransaction(pool, async (client) => {
        await apply(client, scope, migration);
        await note(client, scope, migration);
      });
  });
}

async function apply(client: PoolClient, scope: string, { sql, replaces }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    // If a scope has tables but no applied migration, they were created before `hoplog_migration` recorded migrations.
    if (replaces !== undefined && error instanceof pg.DatabaseError && error.code === duplicateTable)
      throw tooOld(scope);
    throw error;
  }
}

const duplicateTable = "42P07";

async function note(client: PoolClient, scope: string, { name, sql: text }: Migration): Promise<void> {
  await client.query(
    sql`INSERT INTO hoplog_migration (scope, name, checksum) VALUES (${scope}, ${name}, ${checksumOf(text)})`,
  );
}

/**
 * Compares the migrations of a scope with the applied ones (name to checksum). Throws a {@link MigrationError} if they
 * contradict each other. Applied migrations that a base replaces count as the base if the last of them is applied.
 */
export function planMigrations(
  scope: string,
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): MigrationPlan {
  const known = new Set(migrations.map(({ name }) => name));
  const [base] = migrations;
  const last = base?.replaces;
  const replaced = last === undefined ? [] : [...applied.keys()].filter((name) => !known.has(name) && name <= last);
  const isNoted = base !== undefined && applied.has(base.name);
  if (replaced.length > 0 && !isNoted && !replaced.some((name) => name === last)) throw tooOld(scope);
  for (const name of applied.keys()) {
    if (!known.has(name) && !replaced.includes(name)) {
      throw new MigrationError(
        `Migration ${scope}/${name} has been applied by a newer version of hoplog. Start that version, or restore a backup`,
      );
    }
  }
  const adopted = replaced.length > 0 && !isNoted ? base : undefined;
  const pending = migrations.filter((migration) => {
    const checksum = applied.get(migration.name);
    if (checksum === undefined) return migration !== adopted;
    if (checksum === checksumOf(migration.sql)) return false;
    throw new MigrationError(
      `Migration ${scope}/${migration.name} has been changed after it was applied. Add a new migration instead`,
    );
  });
  return { replaced, adopted, pending };
}

function tooOld(scope: string): MigrationError {
  return new MigrationError(
    `The data (${scope}) is older than hoplog 1.0. Start hoplog once with commit ${lastBeforeBases}, then start this version.`,
  );
}

export function checksumOf(sql: string): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}
