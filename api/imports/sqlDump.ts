import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import type { FileRecord, Reading, ReadOptions, ReadRecords, SqlReading } from "./reading.ts";
import {
  copyAt,
  createdTable,
  endOfStatement,
  insertAt,
  otherInsert,
  type RowsHead,
  skipBetween,
} from "./sqlStatements.ts";
import { mayHoldLinks, recordOfRow, sourceOfTable } from "./sqlTables.ts";
import { type ScanOptions, scanValue } from "./sqlValues.ts";
import { textOf, UnreadableFile } from "./utf8.ts";

/** Names of tables that an error lists, and tables whose columns are stored. */
const [listedTables, createdTables] = [20, 100];
/** Bytes that tell which database has written a dump. */
export const sqlHeadBytes = 1000;

type State = { -readonly [Key in keyof SqlReading]: SqlReading[Key] };

/**
 * Reads the rows of a source's tables that end in these bytes: of `INSERT` and `COPY` statements, in which any other table is passed over.
 * A file may be larger than a document. Throws UnreadableFile.
 */
export function readSql(before: Reading, bytes: Uint8Array, { source, isLast }: ReadOptions): ReadRecords {
  // Other tables may hold bytes that are no text: each character is a byte.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const state: State = { ...(before.sql ?? beginSql(text)) };
  const records: FileRecord[] = [];
  let [at, row, isMore] = [0, before.row, false];

  for (;;) {
    const next = state.rows === null ? nextStatement(text, at, state, isLast) : nextRow(text, at, state, source);
    if (next === null) break;
    at = next.end;
    if (next.values === undefined) continue;
    records.push({ row: ++row, record: next.values });
    if (records.length === importLimits.stepRows) {
      isMore = true;
      break;
    }
  }
  const rest = bytes.subarray(at);
  if (!isMore && rest.length > importLimits.recordBytes) {
    throw new UnreadableFile(`A statement behind row ${row} is too long: a quotation mark may not be closed`);
  }
  if (isLast && !isMore) requireRows(state, source, row, text.slice(at));
  return { reading: { ...before, row, isMore, sql: state }, records, rest };
}

function beginSql(text: string): State {
  // In these, a backslash stands for itself.
  const hasEscapes = !/PostgreSQL database dump|PRAGMA foreign_keys/.test(text.slice(0, sqlHeadBytes));
  return { hasEscapes, created: {}, rows: null, tables: [], sources: [] };
}

interface Next {
  readonly end: number;
  /** Of a row that is read; null for a broken one. */
  readonly values?: Readonly<Record<string, unknown>> | null;
}

/** Reads a statement up to its end, or to its first row; null if it doesn't end. */
function nextStatement(text: string, from: number, state: State, isLast: boolean): Next | null {
  const at = skipBetween(text, from, isLast);
  if (at === -1) return null;
  if (at === text.length) return at === from ? null : { end: at };
  const [insert, copy] = [insertAt(text, at), copyAt(text, at)];
  const head = insert ?? copy;
  if (head) {
    beginRows(head, insert === null, state);
    return { end: head.end };
  }
  const end = endOfStatement(text, at, state.hasEscapes);
  // The last one may lack its semicolon.
  if (end === -1) return at === from ? null : { end: at };
  const statement = text.slice(at, end);
  const other = otherInsert(statement);
  if (other !== null && mayHoldLinks(other)) {
    throw new UnreadableFile(
      `The dump fills ${other} otherwise than by INSERT INTO … VALUES: dump it in the usual way`,
    );
  }
  const created = createdTable(statement);
  if (created) {
    noteTable(created.table, state);
    noteSource(created.table, created.columns, state);
    if (mayHoldLinks(created.table) && Object.keys(state.created).length < createdTables) {
      if (created.columns.length > importLimits.columnsMax) throw new UnreadableFile("A table has too many columns");
      state.created = { ...state.created, [created.table]: [...created.columns] };
    }
  }
  return { end };
}

function beginRows({ table, columns }: RowsHead, isCopy: boolean, state: State): void {
  noteTable(table, state);
  const names = columns ?? state.created[table] ?? null;
  if (names === null && mayHoldLinks(table)) {
    throw new UnreadableFile(`The dump doesn't name the columns of ${table}: dump its structure too`);
  }
  const source = names && noteSource(table, names, state);
  state.rows = { source, columns: source && names ? [...names] : [], isCopy };
}

function noteSource(table: string, columns: readonly string[], state: State): ImportSource | null {
  const source = sourceOfTable(table, columns);
  if (source && !state.sources.includes(source)) state.sources = [...state.sources, source];
  return source;
}

function noteTable(table: string, state: State): void {
  if (state.tables.length < listedTables && !state.tables.includes(table)) state.tables = [...state.tables, table];
}

/** Reads a row, or the end of all rows of a statement; null if it doesn't end. */
function nextRow(text: string, from: number, state: State, source: ImportSource): Next | null {
  const { rows } = state;
  if (rows === null) return null;
  const isRead = rows.source === source;
  if (rows.isCopy) {
    const end = text.indexOf("\n", from);
    if (end === -1) return null;
    const line = text.slice(from, end).replace(/\r$/, "");
    if (line === "\\.") {
      state.rows = null;
      return { end: end + 1 };
    }
    return isRead ? { end: end + 1, values: valuesOf(source, rows.columns, copiedValues(line)) } : { end: end + 1 };
  }
  separator.lastIndex = from;
  const at = from + (separator.exec(text)?.[0].length ?? 0);
  if (at === text.length) return null;
  if (text[at] !== "(") {
    const end = endOfStatement(text, at, state.hasEscapes);
    if (end === -1) return null;
    state.rows = null;
    return { end };
  }
  const row = rowAt(text, at, { hasEscapes: state.hasEscapes, isRead });
  if (row === null) return null;
  return isRead ? { end: row.end, values: valuesOf(source, rows.columns, row.values) } : { end: row.end };
}

const separator = /[\s,]*/y;
const blank = /\s*/y;

/** The values between parentheses. */
function rowAt(text: string, from: number, options: ScanOptions) {
  const values: (string | null)[] = [];
  let at = from + 1;
  for (;;) {
    at = skipBlank(text, at);
    const scanned = scanValue(text, at, options);
    if (scanned === null) return null;
    values.push(scanned.value);
    at = skipBlank(text, scanned.end);
    if (text[at] === ")") return { values, end: at + 1 };
    if (text[at] !== ",") {
      if (at === text.length) return null;
      throw new UnreadableFile("The dump has a row that can't be read");
    }
    at++;
  }
}

function skipBlank(text: string, at: number): number {
  blank.lastIndex = at;
  return at + (blank.exec(text)?.[0].length ?? 0);
}

const copyEscapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/** The values of a line as Postgres copies them. */
function copiedValues(line: string): (string | null)[] {
  return textOf(Buffer.from(line, "latin1"))
    .split("\t")
    .map((value) => {
      if (value === "\\N") return null;
      return value.replaceAll(/\\(.)/gs, (_found, sign: string) => copyEscapes.get(sign) ?? sign);
    });
}

/** Null if there are more or fewer values than columns. */
function valuesOf(source: ImportSource, columns: readonly string[], values: readonly (string | null)[]) {
  if (columns.length !== values.length) return null;
  return recordOfRow(source, Object.fromEntries(columns.map((name, n) => [name, values[n]])));
}

function requireRows({ tables, sources, rows }: State, source: ImportSource, row: number, rest: string): void {
  if (rows !== null || rest.trim() !== "")
    throw new UnreadableFile(`The dump ends within a statement, behind row ${row}`);
  if (row > 0 || sources.includes(source)) return;
  const [other] = sources;
  if (other !== undefined) throw new UnreadableFile(`The file is one of ${other}, not of ${source}: choose ${other}`);
  const names = tables.length === 0 ? "no tables" : tables.join(", ");
  throw new UnreadableFile(`The dump has no table of links of ${source}: it has ${names}`);
}
