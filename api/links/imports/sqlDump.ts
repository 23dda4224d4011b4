import { importLimits } from "@hoplog/schema/imports/limits.js";
import { requireTables } from "./dumpTables.ts";
import { type FileRecord, type Reading, type ReadOptions, type ReadRecords, withNotes } from "./reading.ts";
import {
  beginAgain,
  beginSql,
  contentsOf,
  countRow,
  noteTable,
  notesOf,
  sqlReadingOf,
  type SqlState,
  stateOf,
  takeRow,
} from "./sqlState.ts";
import {
  copyAt,
  createdTable,
  endOfStatement,
  insertAt,
  otherInsert,
  type RowsHead,
  skipBetween,
} from "./sqlStatements.ts";
import { isJoined, mayBeRead, recordOfRow, type SqlRow } from "./sqlTables.ts";
import { copiedValues, type ScanOptions, scanValue } from "./sqlValues.ts";
import { guessedNote, UnreadableFile } from "./utf8.ts";

/** Maximum number of tables whose columns are stored. */
const createdTables = 100;

/**
 * Reads the complete rows of a source's tables in the given bytes, from `INSERT` and `COPY` statements; other tables
 * are skipped. A dump may be larger than a document. Throws UnreadableFile.
 */
export function readSql(before: Reading, bytes: Uint8Array, { source, isLast }: ReadOptions): ReadRecords {
  // Decodes each byte to one character, because other tables may contain binary data.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const joined = before.sql?.joined ?? {};
  const state = stateOf(before.sql ?? beginSql(text, source), source);
  const records: FileRecord[] = [];
  let [at, row, isMore] = [0, before.row, false];

  for (;;) {
    const next = state.rows === null ? nextStatement(text, at, state, isLast) : nextRow(text, at, state);
    if (next === null) break;
    at = next.end;
    if (next.values === undefined) continue;
    records.push({
      row: ++row,
      record: next.values && recordOfRow(source, state.rows?.table ?? "", next.values, joined),
    });
    if (records.length === importLimits.stepRows) {
      isMore = true;
      break;
    }
  }
  const rest = bytes.subarray(at);
  if (!isMore && rest.length > importLimits.recordBytes) {
    throw new UnreadableFile(`A statement after row ${row} is too long. Check for an unclosed quotation mark`);
  }
  const isOver = isLast && !isMore;
  if (isOver) requireRows(state, row, text.slice(at));
  const reading = { ...before, row, isMore, sql: sqlReadingOf(state, joined) };
  const noted = withNotes(reading, [...(state.isGuessed ? [guessedNote] : []), ...(isOver ? notesOf(state) : [])]);
  if (!isOver || !state.isCollecting) return { reading: noted, records, rest };
  return { reading: { ...noted, sql: beginAgain(state) }, records, rest: new Uint8Array(), isRewound: true };
}

interface Next {
  readonly end: number;
  /** The values of a link's row; null for a broken row. */
  readonly values?: SqlRow | null | undefined;
}

/** Reads a statement to its end, or to its first row; null if it is incomplete. */
function nextStatement(text: string, from: number, state: SqlState, isLast: boolean): Next | null {
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
  // The last statement may lack its semicolon.
  if (end === -1) return at === from ? null : { end: at };
  const statement = text.slice(at, end);
  // The rows of a COPY statement start on the next line.
  if (end === text.length && !isLast && /^copy\s/i.test(statement)) return at === from ? null : { end: at };
  const other = otherInsert(statement);
  if (other !== null && mayBeRead(state.source, other)) {
    throw new UnreadableFile(
      `The dump fills ${other} without INSERT INTO … VALUES. Create the dump with the default settings`,
    );
  }
  if (other !== null) countRow(state, other);
  const created = createdTable(statement);
  if (created) {
    noteTable(state, created.table, created.columns);
    if (mayBeRead(state.source, created.table) && Object.keys(state.created).length < createdTables) {
      if (created.columns.length > importLimits.columnsMax)
        throw new UnreadableFile(`A table has more than ${importLimits.columnsMax} columns`);
      state.created = { ...state.created, [created.table]: [...created.columns] };
    }
  }
  return { end };
}

function beginRows({ table, columns }: RowsHead, isCopy: boolean, state: SqlState): void {
  const names = columns ?? state.created[table] ?? null;
  if (names === null && mayBeRead(state.source, table)) {
    throw new UnreadableFile(`The dump does not name the columns of ${table}. Include the table structure in the dump`);
  }
  const source = noteTable(state, table, names);
  const isRead = source === state.source || isJoined(state.source, table, names ?? []);
  state.rows = { table, source, columns: isRead && names ? [...names] : [], isCopy };
}

/** Reads a row, or the end of a statement's rows; null if the row is incomplete. */
function nextRow(text: string, from: number, state: SqlState): Next | null {
  const { rows } = state;
  if (rows === null) return null;
  const isRead = rows.columns.length > 0;
  if (rows.isCopy) {
    const end = text.indexOf("\n", from);
    if (end === -1) return null;
    const line = text.slice(from, end).replace(/\r$/, "");
    if (line === "\\.") {
      state.rows = null;
      return { end: end + 1 };
    }
    return { end: end + 1, values: takeRow(state, rows, isRead ? copiedValues(line) : []) };
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
  return row && { end: row.end, values: takeRow(state, rows, row.values) };
}

const separator = /[\s,]*/y;
const blank = /\s*/y;

/** Reads the values of a row in parentheses; null if the row is incomplete. Throws UnreadableFile. */
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
      // The bytes may end within a type cast.
      if (at === text.length || /^::?$/.test(text.slice(at, at + 3))) return null;
      throw new UnreadableFile("The dump has a row that can't be parsed");
    }
    at++;
  }
}

function skipBlank(text: string, at: number): number {
  blank.lastIndex = at;
  return at + (blank.exec(text)?.[0].length ?? 0);
}

function requireRows(state: SqlState, row: number, rest: string): void {
  if (state.rows !== null || rest.trim() !== "")
    throw new UnreadableFile(`The dump ends within a statement after row ${row}`);
  requireTables(state.source, contentsOf(state));
}
