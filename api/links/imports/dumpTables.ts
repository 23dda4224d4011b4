import { counted } from "@hoplog/schema/counted.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { joinedTableOf } from "./sqlTables.ts";
import { UnreadableFile } from "./utf8.ts";

/** Names of tables that an error or note lists. */
export const listedTables = 20;
/** Tables whose rows are counted each by itself. */
export const countedTables = 100;

/** What a dump was found to have. */
export interface DumpContents {
  /** Names of its first tables. */
  readonly tables: readonly string[];
  /** Sources that it has links of. */
  readonly sources: readonly ImportSource[];
  readonly hasJoined: boolean;
}

/** Throws UnreadableFile for a dump that has no table of links of the source, or lacks one that is joined to it. */
export function requireTables(source: ImportSource, { tables, sources, hasJoined }: DumpContents): void {
  const joined = joinedTableOf(source);
  if (sources.includes(source)) {
    if (joined?.isRequired && !hasJoined) throw new UnreadableFile(joined.missing);
    return;
  }
  const [other] = sources;
  if (other !== undefined) throw new UnreadableFile(`The file is one of ${other}, not of ${source}: choose ${other}`);
  const names = tables.length === 0 ? "no tables" : tables.join(", ");
  throw new UnreadableFile(`The dump has no table of links of ${source}: it has ${names}`);
}

/** What is said of a dump's tables that are missing, or have rows that are not read. */
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
  return listed.length === 0 ? missing : [...missing, `Tables that are not read: ${listed.join(", ")}`];
}
