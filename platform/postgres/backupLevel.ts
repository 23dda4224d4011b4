import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Migration, MigrationError, planMigrations } from "./migrate.ts";

const manifestSchema = z.object({
  migrations: z.object({ scope: z.string(), name: z.string(), checksum: z.string() }).array(),
});

/** Selects which of a scope's migrations to apply. */
export type MigrationLevel = (scope: string, migrations: readonly Migration[]) => readonly Migration[];

/** Selects all migrations. */
export const newestLevel: MigrationLevel = (_scope, migrations) => migrations;

/**
 * Reads from a backup's manifest which migrations the backup was made with. Returns a function that selects these
 * migrations, so that a restore creates the same tables, or all migrations of a scope that is not in the backup. Throws
 * a {@link MigrationError} if the manifest can't be read; the returned function throws one if the backup is of a newer
 * version, or older than the bases.
 */
export async function backupLevel(folder: string): Promise<MigrationLevel> {
  const saved = await savedMigrations(join(folder, "manifest.json"));
  return (scope, migrations) => {
    const applied = new Map(saved.filter((one) => one.scope === scope).map(({ name, checksum }) => [name, checksum]));
    if (applied.size === 0) return migrations;
    const { pending } = planMigrations(scope, migrations, applied);
    return migrations.filter((migration) => !pending.includes(migration));
  };
}

async function savedMigrations(file: string) {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, "utf8"))).migrations;
  } catch (cause) {
    throw new MigrationError(`${file} is missing or damaged, or was written by a newer version.`, { cause });
  }
}
