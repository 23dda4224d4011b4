import { createReadStream } from "node:fs";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

/** A problem that an operator can fix, shown without a stack trace. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const file = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });
const table = file.extend({ table: z.string(), columns: z.string().array(), rows: z.number() });
const migration = z.object({ scope: z.string(), name: z.string(), checksum: z.string() });

const manifestSchema = z.object({
  format: z.literal(1),
  /** Version of hoplog that made the backup. */
  version: z.string(),
  /** Time of the snapshot, ISO 8601. */
  at: z.string(),
  migrations: migration.array(),
  postgres: table.array(),
  clickHouse: table.array(),
  spool: file.array(),
});

export type Manifest = z.output<typeof manifestSchema>;
export type SavedFile = z.output<typeof file>;
export type SavedTable = z.output<typeof table>;
export type AppliedMigration = z.output<typeof migration>;

const manifestName = "manifest.json";

/** Writes the manifest, as the last file, because a folder without it is not a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

/**
 * Reads a manifest. Throws a {@link BackupError} if the folder contains no backup in a format that this version
 * supports.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), "utf8");
  } catch (cause) {
    throw new BackupError(`${folder} is not a backup: it contains no ${manifestName}. Choose the folder of a backup.`, {
      cause,
    });
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(`${join(folder, manifestName)} is damaged, or was written by a newer version of hoplog.`, {
      cause,
    });
  }
}

/** Verifies every file. Throws a {@link BackupError} that names missing or changed files. */
export async function requireWhole(folder: string, manifest: Manifest): Promise<void> {
  for (const { file: name, sha256 } of [...manifest.postgres, ...manifest.clickHouse, ...manifest.spool]) {
    const hash = createHash("sha256");
    try {
      await pipeline(createReadStream(join(folder, name)), hash);
    } catch (cause) {
      throw new BackupError(`The backup is incomplete: ${name} cannot be read.`, { cause });
    }
    if (hash.digest("hex") !== sha256) throw new BackupError(`The backup is damaged: ${name} was changed.`);
  }
}
