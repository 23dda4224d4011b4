import { withoutDefusing } from "@hoplog/schema/csv.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import Papa from "papaparse";
import { type ReadOptions, type ReadRecords, type Reading, withNotes } from "./reading.ts";
import { plain } from "./sources/columnPlan.ts";
import { isRecord } from "./sources/fields.ts";
import { parseJson } from "./sources/parseJson.ts";
import { decodeText, guessedNote, UnreadableFile } from "./utf8.ts";

const [quote, newLine, carriageReturn] = [0x22, 0x0a, 0x0d];

/** Reads the rows of CSV, or lines of JSON, that are complete in the given bytes. Throws UnreadableFile. */
export function readLines(reading: Reading, bytes: Uint8Array, { isLast, needs }: ReadOptions): ReadRecords {
  // Checks the record's length before splitting it, because splitting a long record takes too long.
  const { end: last, isMore } = lastEnd(bytes, reading);
  const isWhole = isLast && !isMore;
  const end = isWhole ? bytes.length : last;
  const rest = bytes.subarray(end);
  if (!isMore) requireShort(bytes.length - last, reading);
  const { text, isGuessed } = decodeText(bytes.subarray(0, end));
  const now = withNotes({ ...reading, isMore }, isGuessed ? [guessedNote] : []);
  return reading.format === "lines" ? fromLines(text, now, rest) : fromCsv(text, now, rest, needs, isWhole);
}

function requireShort(bytes: number, { row }: Reading): void {
  if (bytes <= importLimits.recordBytes) return;
  const where = row === 0 ? "A row is" : `A row after row ${row} is`;
  throw new UnreadableFile(`${where} too long. Check for an unclosed quotation mark`);
}

/**
 * Maximum number of quotation marks within the cells of a row: the parser searches for the end of the cell at each of
 * them.
 */
const straysMax = 1000;

/**
 * Returns the offset after the last line end outside of quotes, or after the last row of a step. Throws UnreadableFile
 * for a record that is too long or has too many quotation marks.
 */
function lastEnd(bytes: Uint8Array, reading: Reading): { readonly end: number; readonly isMore: boolean } {
  const separator = reading.delimiter.charCodeAt(0);
  const hasQuotes = reading.format === "csv";
  let [end, isQuoted, isStart, strays, rows] = [0, false, true, 0, 0];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (isQuoted) {
      if (byte !== quote) continue;
      if (bytes[i + 1] === quote) i++;
      else isQuoted = false;
      continue;
    }
    if (byte === quote && isStart && hasQuotes) isQuoted = true;
    else if (byte === newLine) {
      requireShort(i + 1 - end, reading);
      [end, strays] = [i + 1, 0];
      if (++rows === importLimits.stepRows) return { end, isMore: end < bytes.length };
    } else if (byte === quote && hasQuotes && ++strays > straysMax) {
      throw new UnreadableFile(`A row after row ${reading.row} has too many quotation marks inside cells`);
    }
    isStart = byte === separator || byte === newLine || byte === carriageReturn;
  }
  return { end, isMore: false };
}

function fromCsv(
  text: string,
  before: Reading,
  rest: Uint8Array,
  needs: readonly string[],
  isLast: boolean,
): ReadRecords {
  const { data: lines, errors } = Papa.parse<string[]>(text, {
    delimiter: before.delimiter,
    // Sets the line end explicitly, because the parser would detect the most frequent line end and merge rows with
    // another one.
    ...(text.includes("\n") && { newline: "\n" }),
    skipEmptyLines: "greedy",
  });
  const data = lines.map(withoutReturn);
  if (errors.some(({ code }) => code === "MissingQuotes")) {
    throw new UnreadableFile(`A quotation mark after row ${before.row + Math.max(0, data.length - 1)} is not closed`);
  }
  const isHeading = before.row === (before.skipped ?? 0);
  const columns = isHeading ? (data[0] ?? []) : before.columns;
  if (columns.length > importLimits.columnsMax) {
    throw new UnreadableFile(
      `The first row names ${columns.length} columns, but at most ${importLimits.columnsMax} are supported`,
    );
  }
  if (isHeading && (data.length > 0 || isLast)) requireColumns(columns, needs);
  const rows = isHeading ? data.slice(1) : data;
  const first = before.row + (isHeading ? 2 : 1);
  const records = rows.map((cells, i) => ({ row: first + i, record: recordOf(columns, cells) }));
  return { reading: { ...before, columns, row: before.row + data.length }, records, rest };
}

/** Removes the carriage return that Windows line ends leave in the last cell. */
function withoutReturn(cells: string[]): string[] {
  const last = cells.at(-1);
  return last?.endsWith("\r") ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
}

/** Returns cells by column name; ambiguous names get the column's number. */
function recordOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  const record = new Map<string, string>();
  for (const [at, cell] of withinLimit(cells).entries()) {
    const [name = "", value] = [columns[at], withoutDefusing(cell)];
    const before = record.get(name);
    // If several columns have the same name, the first non-empty one is used.
    if (name.trim() !== "" && (!before || before === value)) record.set(name, before || value);
    else if (value.trim() !== "") record.set(numbered(name, at, columns), value);
  }
  return Object.fromEntries(record);
}

/** Limits cells to the maximum number of columns: the last one joins all further cells. */
function withinLimit(cells: readonly string[]): readonly string[] {
  const last = importLimits.columnsMax - 1;
  if (cells.length <= importLimits.columnsMax) return cells;
  return [...cells.slice(0, last), cells.slice(last).join(",")];
}

/** Returns a name for a column without one, or with a duplicate one. */
function numbered(name: string, at: number, columns: readonly string[]): string {
  const number = `${name.trim() === "" ? "Column" : "column"} ${at + 1}`;
  const unique = name.trim() === "" ? number : `${name} (${number})`;
  return columns.includes(unique) ? `${unique} without a name` : unique;
}

function requireColumns(columns: readonly string[], needs: readonly string[]): void {
  const found = new Set(columns.map(plain));
  if (needs.length === 0 || needs.some((need) => found.has(plain(need)))) return;
  const names = needs.map((need) => `"${need}"`).join(" or ");
  throw new UnreadableFile(`The first row must contain the column names, including ${names}`);
}

/** Reads JSON objects, one per line. */
export function fromLines(text: string, before: Reading, rest: Uint8Array): ReadRecords {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const records = lines.map((line, i) => {
    const parsed = parseJson(line);
    return { row: before.row + i + 1, record: isRecord(parsed) ? parsed : null };
  });
  return { reading: { ...before, row: before.row + lines.length }, records, rest };
}
