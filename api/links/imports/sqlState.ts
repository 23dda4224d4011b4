import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { countedTables, type DumpContents, listedTables, notesOfTables } from "./dumpTables.ts";
import type { SqlReading } from "./reading.ts";
import {
  isJoined,
  type Joined,
  joinedTableOf,
  joinKey,
  type JoinedValues,
  sourceOfTable,
  type SqlRow,
  withValues,
} from "./sqlTables.ts";
import { decodeText, UnreadableFile } from "./utf8.ts";

/** Maximum total length of the values of a joined table, which are stored between two parts. */
const joinedMax = 8 * 1024 * 1024;
/** Number of first bytes of a dump, which identify the database that wrote it. */
export const sqlHeadBytes = 1000;

/** The reading progress of a dump during a step. */
export interface SqlState {
  readonly source: ImportSource;
  readonly hasEscapes: boolean;
  created: SqlReading["created"];
  rows: SqlReading["rows"];
  tables: SqlReading["tables"];
  sources: SqlReading["sources"];
  hasJoined: boolean;
  readonly unread: Map<string, number>;
  unreadElsewhere: number;
  /** Whether this is the first of two readings, for a dump with a joined table. */
  readonly isCollecting: boolean;
  /** Values collected by the first reading; empty in the second one. */
  readonly joined: Map<string, JoinedValues>;
  joinedSize: number;
  isGuessed: boolean;
}

export type SqlRows = NonNullable<SqlReading["rows"]>;
export type SqlValues = readonly (string | null)[];

/** Returns the initial state for a dump. */
export function beginSql(head: string, source: ImportSource): SqlReading {
  // PostgreSQL and SQLite dumps do not use a backslash as escape character.
  const hasEscapes = !/PostgreSQL database dump|PRAGMA foreign_keys/.test(head.slice(0, sqlHeadBytes));
  return { hasEscapes, created: {}, rows: null, tables: [], sources: [], isCollecting: joinedTableOf(source) !== null };
}

/** Returns the initial state of a dump's second reading, with the values that the first one has collected. */
export function beginAgain({ source, hasEscapes, joined }: SqlState): SqlReading {
  return { ...beginSql("", source), hasEscapes, isCollecting: false, joined: Object.fromEntries(joined) };
}

/** Restores the reading state for a step from the stored progress, or from the initial state. */
export function stateOf(sql: SqlReading, source: ImportSource): SqlState {
  const isCollecting = sql.isCollecting ?? false;
  return {
    source,
    hasEscapes: sql.hasEscapes,
    created: sql.created,
    rows: sql.rows,
    tables: sql.tables,
    sources: sql.sources,
    hasJoined: sql.hasJoined ?? false,
    unread: new Map(Object.entries(sql.unread ?? {})),
    unreadElsewhere: sql.unreadElsewhere ?? 0,
    isCollecting,
    joined: new Map(isCollecting ? Object.entries(sql.joined ?? {}) : []),
    joinedSize: sql.joinedSize ?? 0,
    isGuessed: false,
  };
}

/** Returns the progress to store for the next step; `known` are the values collected by an earlier reading. */
export function sqlReadingOf(state: SqlState, known: Joined): SqlReading {
  const { source: _source, isGuessed: _isGuessed, unread, joined, ...others } = state;
  const values = state.isCollecting ? Object.fromEntries(joined) : known;
  return { ...others, unread: Object.fromEntries(unread), joined: values };
}

/** Returns the contents of a dump after it has been read completely. */
export function contentsOf({ tables, sources, hasJoined }: SqlState): DumpContents {
  return { tables, sources, hasJoined };
}

/** Returns warnings about a dump after it has been read completely. */
export function notesOf({ source, hasJoined, unread, unreadElsewhere }: SqlState): string[] {
  return notesOfTables(source, hasJoined, unread, unreadElsewhere);
}

/** Records a table with its columns, if known; returns the source whose links it contains. */
export function noteTable(state: SqlState, table: string, columns: readonly string[] | null): ImportSource | null {
  if (state.tables.length < listedTables && !state.tables.includes(table)) state.tables = [...state.tables, table];
  if (isJoined(state.source, table, columns)) state.hasJoined = true;
  const source = columns && sourceOfTable(table, columns);
  if (source && !state.sources.includes(source)) state.sources = [...state.sources, source];
  return source;
}

/** Counts a row of a table that is not imported. */
export function countRow(state: SqlState, table: string): void {
  if (state.isCollecting) return;
  const before = state.unread.get(table);
  if (before === undefined && state.unread.size === countedTables) state.unreadElsewhere++;
  else state.unread.set(table, (before ?? 0) + 1);
}

/**
 * Processes the values of a row: returns them for a link's row, null for a broken row, undefined for any other row.
 * Throws UnreadableFile.
 */
export function takeRow(state: SqlState, rows: SqlRows, values: SqlValues): SqlRow | null | undefined {
  const { table = "", source, columns } = rows;
  const isLink = source === state.source;
  if (!isLink && columns.length === 0) countRow(state, table);
  if (columns.length === 0 || isLink === state.isCollecting) return undefined;
  const row = rowOf(state, columns, values);
  if (isLink) return row;
  if (row === null) throw new UnreadableFile(`A row of the table ${table} does not match the columns of the table`);
  join(state, table, row);
  return undefined;
}

/** Returns the row by column name; null if the numbers of values and columns differ. */
function rowOf(state: SqlState, columns: readonly string[], values: SqlValues): SqlRow | null {
  if (columns.length !== values.length) return null;
  const texts = values.map((value) => {
    if (value === null) return null;
    const { text, isGuessed } = decodeText(Buffer.from(value, "latin1"));
    state.isGuessed ||= isGuessed;
    return text;
  });
  return Object.fromEntries(columns.map((name, n) => [name, texts[n]]));
}

function join(state: SqlState, table: string, row: SqlRow): void {
  const other = joinedTableOf(state.source);
  if (!other) return;
  const key = joinKey(other.name, table, row[other.on]);
  const before = state.joined.get(key) ?? {};
  const after = withValues(state.source, before, row);
  if (after === before) return;
  state.joinedSize += sizeOf(after) - sizeOf(before) + (state.joined.has(key) ? 0 : key.length);
  if (state.joinedSize > joinedMax) throw new UnreadableFile(`The table ${table} is too large to be joined`);
  state.joined.set(key, after);
}

function sizeOf(values: JoinedValues): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
