import { copyFileSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { clickHouseMigrationsFolder } from "@hoplog/platform/clickhouse/migrate.js";
import { z } from "zod";
import type { AskEngine } from "./ask.ts";

/** What the views read, which is all that a copy holds. */
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
  /** Asks the engine that is copied. */
  readonly ask: AskEngine;
  readonly database: string;
  /** The engine's own folder, with its data. */
  readonly data: string;
}

const deleted = z.object({ state: z.string() });

/**
 * Which deletions the copied tables have behind them: another text after each erasure, and the same as long as there was none.
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
 * Fills the folder of an engine with the tables as they are now, by hard links to their parts: milliseconds, whatever their size,
 * and no disk space but for what is merged away meanwhile. Throws where the views are not made yet.
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
  if (!isComplete) throw new Error("The analysts' views are not made yet. Please try again in some seconds");

  const shadow = `${shadowPrefix}${id}`;
  const frozen = join(data, "shadow", shadow);
  const store = join(to, "store");
  mkdirSync(store, { recursive: true });
  // A FREEZE whose answer came too late may have written after its shadow was deleted.
  dropLeftCopies(data);
  try {
    // One after the other: the first that an engine ever does creates a file that others beside it would read half written.
    for (const { name } of tables) await ask(`ALTER TABLE ${source.database}.${name} FREEZE WITH NAME '${shadow}'`);
    for (const { uuid } of tables) {
      const place = join(uuid.slice(0, 3), uuid);
      mkdirSync(dirname(join(store, place)), { recursive: true });
      // A table without rows has no parts to freeze.
      if (readdirIfThere(join(frozen, "store", uuid.slice(0, 3))).includes(uuid))
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

/** Deletes what a killed process, or a FREEZE that answered too late, has left behind. One copy is made at a time. */
export function dropLeftCopies(data: string): void {
  for (const name of readdirIfThere(join(data, "shadow")))
    if (name.startsWith(shadowPrefix)) rmSync(join(data, "shadow", name), { recursive: true, force: true });
}

function viewNames(): string[] {
  return readdirSync(join(clickHouseMigrationsFolder(), "analytics"))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => basename(name, ".sql"));
}

function readdirIfThere(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
