import { counted } from "@hoplog/schema/counted.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { joinedTableOf } from "./sqlTables.ts";
import { UnreadableFile } from "./utf8.ts";

/** Maximum number of table names in an error or note. */
export const listedTables = 20;
/** Maximum number of tables whose rows are counted individually. */
export const countedTables = 100;

/** The tables and sources found in a dump. */
export interface DumpContents {
  /** Names of the dump's first tables. */
  readonly tables: readonly string[];
  /** Sources whose links the dump contains. */
  readonly sources: readonly ImportSource[];
  readonly hasJoined: boolean;
}

/** Throws UnreadableFile if a dump has no table of links of the source, or lacks a required joined table. */
export function requireTables(source: ImportSource, { tables, sources, hasJoined }: DumpContents): void {
  const joined = joinedTableOf(source);
  if (sources.includes(source)) {
    if (joined?.isRequired && !hasJoined) throw new UnreadableFile(joined.missing);
    return;
  }
  const [other] = sources;
  if (other !== undefined)
    throw new UnreadableFile(`The file contains links of ${other}, not of ${source}. Choose ${other} as the source`);
  const names = tables.length === 0 ? "none" : tables.join(", ");
  throw new UnreadableFile(`The dump has no table with links of ${source}. Its tables: ${names}`);
}

/** Returns notes on tables of a dump that are missing, or whose rows are not imported. */
export function notesOfTables(
  source: ImportSource,
  hasJoined: boolean,
  unread: ReadonlyMap<string, number>,
  elsewhere: number,
): string[] {
  const joined = joinedTableOf(source);
  const missing = joined && !hasJoined ? [joined.missing] : [];
  const largest = [...unread].toSorted(([, one], [, other]) => other - one);
  const others = largest.slice(listedTables).reduce((sum, [, rows]) => sum + rows, elsewhere);
  const listed = largest.slice(0, listedTables).map(([name, rows]) => `${name} (${counted(rows, "row")})`);
  if (others > 0) listed.push(`others (${counted(others, "row")})`);
  return listed.length === 0 ? missing : [...missing, `Tables that are not imported: ${listed.join(", ")}`];
}
