import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { notesOfTables, requireTables } from "./dumpTables.ts";
import { isRecord } from "./sources/fields.ts";
import {
  isJoined,
  type Joined,
  joinedTableOf,
  joinKey,
  type JoinedValues,
  mayBeRead,
  recordOfRow,
  sourceOfTable,
  sqlSources,
  withValues,
} from "./sqlTables.ts";
import { UnreadableFile } from "./utf8.ts";

interface Table {
  readonly name: string;
  readonly rows: readonly unknown[];
  /** Names of the columns; null for a table without rows. */
  readonly columns: readonly string[] | null;
}

/** Returns the tables of a JSON export of phpMyAdmin; null for any other list. */
export function tablesIn(list: readonly unknown[]): readonly Table[] | null {
  const [header] = list;
  if (!isRecord(header) || header["type"] !== "header") return null;
  const found = list.filter(isRecord).filter(({ type }) => type === "table");
  if (found.length === 0) return null;
  return found.map(({ name, data }) => {
    const rows: readonly unknown[] = Array.isArray(data) ? data : [];
    const first = rows.find(isRecord);
    return { name: typeof name === "string" ? name : "", rows, columns: first ? Object.keys(first) : null };
  });
}

/** Returns the links in the source's tables, and notes on the others. Throws UnreadableFile. */
export function linksInTables(source: ImportSource, tables: readonly Table[]) {
  if (!sqlSources.includes(source)) {
    throw new UnreadableFile(
      `The file is JSON from phpMyAdmin. Choose the source of its links (${sqlSources.join(", ")})`,
    );
  }
  const sourceOf = ({ name, columns }: Table) => {
    if (columns === null) return mayBeRead(source, name) ? source : null;
    return sourceOfTable(name, columns);
  };
  const sources = tables.flatMap((table) => sourceOf(table) ?? []);
  const isOther = ({ name, columns }: Table) => isJoined(source, name, columns);
  const others = tables.filter(isOther);
  const hasJoined = others.length > 0;
  requireTables(source, { tables: tables.map(({ name }) => name), sources, hasJoined });
  const joined = joinedIn(source, others);
  const linkTables = tables.filter((table) => sourceOf(table) === source);
  const records = linkTables.flatMap(({ name, rows }) =>
    rows.map((row) => (isRecord(row) ? recordOfRow(source, name, row, joined) : row)),
  );
  const unread = tables.filter((table) => !isOther(table) && !linkTables.includes(table) && table.rows.length > 0);
  const counts = new Map(unread.map(({ name, rows }) => [name, rows.length]));
  return { records, notes: notesOfTables(source, hasJoined, counts, 0) };
}

function joinedIn(source: ImportSource, tables: readonly Table[]): Joined {
  const other = joinedTableOf(source);
  const joined = new Map<string, JoinedValues>();
  for (const { name, rows } of other ? tables : []) {
    for (const row of rows) {
      if (!other || !isRecord(row)) continue;
      const key = joinKey(other.name, name, row[other.on]);
      joined.set(key, withValues(source, joined.get(key) ?? {}, row));
    }
  }
  return Object.fromEntries(joined);
}
