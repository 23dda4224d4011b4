import { copyFileSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { clickHouseMigrationsFolder } from "@hoplog/platform/clickhouse/migrate.js";
import { z } from "zod";
import type { QueryEngine } from "./queryEngine.ts";

/** The tables that the analysts' views read; a copy holds only these. */
const copied: ReadonlySet<string> = new Set([
  "clicks",
  "link_quarter",
  "link_day",
  "links",
  "link_groups",
  "imported_visits",
  "conversions",
]);

const viewsDatabase = "analytics";
const shadowPrefix = "analysts_";

export interface CopySource {
  /** Sends a query to the engine that is copied. */
  readonly ask: QueryEngine;
  readonly database: string;
  /** The engine's data folder. */
  readonly data: string;
}

const deleted = z.object({ state: z.string() });

/**
 * Returns a fingerprint of the completed mutations of the copied tables. The fingerprint changes with every erasure,
 * because a deletion is a mutation.
 */
export async function deletionState({ ask, database }: CopySource): Promise<string> {
  const tables = [...copied].map((name) => `'${name}'`).join(", ");
  const text = await ask(`SELECT toString(sum(cityHash64(table, mutation_id))) AS state FROM system.mutations
    WHERE database = '${database}' AND table IN (${tables}) AND is_done FORMAT JSONEachRow`);
  return deleted.parse(JSON.parse(text)).state;
}

const table = z.object({ name: z.string(), uuid: z.string(), metadata: z.string() });
const database = z.object({ name: z.string(), uuid: z.string() });

/**
 * Copies the current tables into an engine's folder with hard links to their parts. This takes milliseconds at any
 * size, and disk space only for parts that are merged away later. Throws if a table or view doesn't exist yet.
 */
export async function copyTables(source: CopySource, id: string, to: string): Promise<void> {
  const { ask, data } = source;
  const rows = async <S extends z.ZodType>(row: S, query: string): Promise<z.output<S>[]> =>
    (await ask(`${query} FORMAT JSONEachRow`))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => row.parse(JSON.parse(line)));
  const tablesOf = (name: string) =>
    rows(
      table,
      `SELECT name, toString(uuid) AS uuid, metadata_path AS metadata FROM system.tables WHERE database = '${name}'`,
    );
  const tables = (await tablesOf(source.database)).filter(({ name }) => copied.has(name));
  const views = await tablesOf(viewsDatabase);
  const isComplete =
    tables.length === copied.size && viewNames().every((name) => views.some((view) => view.name === name));
  if (!isComplete) throw new Error("The analysts' views do not exist yet. Try again in a few seconds");

  const shadow = `${shadowPrefix}${id}`;
  const frozen = join(data, "shadow", shadow);
  const store = join(to, "store");
  mkdirSync(store, { recursive: true });
  // A FREEZE that timed out may have written files after its shadow folder was deleted.
  deleteStaleCopies(data);
  try {
    // Sequential, because an engine's first FREEZE creates a file that concurrent ones would read half-written.
    for (const { name } of tables) await ask(`ALTER TABLE ${source.database}.${name} FREEZE WITH NAME '${shadow}'`);
    for (const { uuid } of tables) {
      const place = join(uuid.slice(0, 3), uuid);
      mkdirSync(dirname(join(store, place)), { recursive: true });
      // A table without rows has no parts to freeze.
      if (readdirIfExists(join(frozen, "store", uuid.slice(0, 3))).includes(uuid))
        renameSync(join(frozen, "store", place), join(store, place));
      else mkdirSync(join(store, place));
      copyFileSync(join(data, "store", place, "format_version.txt"), join(store, place, "format_version.txt"));
    }
  } finally {
    rmSync(frozen, { recursive: true, force: true });
  }
  for (const { metadata } of [...tables, ...views]) {
    mkdirSync(dirname(join(to, metadata)), { recursive: true });
    copyFileSync(join(data, metadata), join(to, metadata));
  }
  const metadataFolder = join(to, "metadata");
  mkdirSync(metadataFolder, { recursive: true });
  const wanted = `name IN ('${source.database}', '${viewsDatabase}')`;
  for (const { name } of await rows(
    database,
    `SELECT name, toString(uuid) AS uuid FROM system.databases WHERE ${wanted}`,
  )) {
    copyFileSync(join(data, "metadata", `${name}.sql`), join(metadataFolder, `${name}.sql`));
    symlinkSync(readlinkSync(join(data, "metadata", name)), join(metadataFolder, name));
  }
}

/** Deletes the remains of a killed process, or of a FREEZE that timed out. Only one copy is created at a time. */
export function deleteStaleCopies(data: string): void {
  for (const name of readdirIfExists(join(data, "shadow")))
    if (name.startsWith(shadowPrefix)) rmSync(join(data, "shadow", name), { recursive: true, force: true });
}

function viewNames(): string[] {
  return readdirSync(join(clickHouseMigrationsFolder(), "analytics"))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => basename(name, ".sql"));
}

function readdirIfExists(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
