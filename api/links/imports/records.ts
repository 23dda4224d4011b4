import { importLimits } from "@hoplog/schema/imports/limits.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import Papa from "papaparse";
import { withoutIcons } from "./bookmarksHtml.ts";
import { type DocumentFormat, linesOfDocument, requireSmall } from "./document.ts";
import { decode, encode, encodingOf } from "./encoding.ts";
import { fromLines, readLines } from "./lines.ts";
import { ownFormat } from "./formats.ts";
import { type ReadOptions, type ReadRecords, type Reading, withNotes } from "./reading.ts";
import { isRecord } from "./sources/fields.ts";
import { listIn } from "./sources/json.ts";
import { parseJson } from "./sources/parseJson.ts";
import { readSql } from "./sqlDump.ts";
import { sqlHeadBytes } from "./sqlState.ts";
import { decodeText, guessedNote } from "./utf8.ts";

/** Reads the records that are complete in the given bytes. Throws UnreadableFile. */
export function readRecords(before: Reading | null, given: Uint8Array, options: ReadOptions): ReadRecords {
  // At least two characters are needed to detect an encoding without a byte-order mark.
  if (before === null && given.length < 4 && !options.isLast) return { reading: null, records: [], rest: given };
  const encoding = before === null ? encodingOf(given) : before.encoding;
  if (!encoding) return readUtf8(before, given, options);
  const { utf8, left } = decode(given, encoding, options.isLast);
  const read = readUtf8(before, utf8, options);
  if (read.again) return read;
  const isUnread = read.rest.length === utf8.length;
  const rest = isUnread ? given : Buffer.concat([encode(read.rest, encoding), given.subarray(given.length - left)]);
  return { ...read, reading: read.reading && { ...read.reading, encoding }, rest };
}

function readUtf8(before: Reading | null, given: Uint8Array, options: ReadOptions): ReadRecords {
  const bytes = before === null && startsWith(given, [0xef, 0xbb, 0xbf]) ? given.subarray(3) : given;
  const reading = before ?? begin(bytes, options);
  if (reading === null) return { reading: null, records: [], rest: given };
  if (before === null && (reading.skipped ?? 0) > 0)
    return readUtf8(reading, bytes.subarray(bytes.indexOf(0x0a) + 1), options);
  const { format } = reading;
  if (format === "sql") return readSql(reading, bytes, options);
  return format === "csv" || format === "lines"
    ? readLines(reading, bytes, options)
    : readDocument({ ...reading, format }, bytes, options);
}

/** Collects a document until it is complete, and then converts it to lines. */
function readDocument(
  reading: Reading & { readonly format: DocumentFormat },
  given: Uint8Array,
  { isLast, source }: ReadOptions,
): ReadRecords {
  const bytes = reading.format === "bookmarks" ? withoutIcons(given) : given;
  requireSmall(reading.format, bytes.length);
  if (!isLast) return { reading, records: [], rest: bytes };
  const { text, isGuessed } = decodeText(bytes);
  const { lines, notes } = linesOfDocument(reading.format, text, source);
  const asLines = withNotes({ ...none, format: "lines" }, [...(isGuessed ? [guessedNote] : []), ...notes]);
  const nothing = new Uint8Array();
  if (lines.length <= importLimits.stepRows) return fromLines(lines.join("\n"), asLines, nothing);
  return { reading: asLines, records: [], rest: nothing, again: Buffer.from(lines.join("\n")) };
}

const none = { delimiter: "", columns: [], row: 0 };

function startsWith(bytes: Uint8Array, signs: readonly number[]): boolean {
  return signs.every((sign, i) => bytes[i] === sign);
}

/** Detects the format of a file by its beginning; null if more bytes are needed. */
function begin(bytes: Uint8Array, { isLast, source, headless }: ReadOptions): Reading | null {
  const own = ownFormat(bytes, source);
  if (own === "sql" && !isLast && bytes.length < sqlHeadBytes) return null;
  if (own !== null) return { ...none, format: own };
  const head = new TextDecoder().decode(bytes.subarray(0, importLimits.recordBytes)).trimStart();
  if (head.startsWith("[")) return { ...none, format: "document" };
  const isWhole = isLast || bytes.length > importLimits.recordBytes;
  if (!head.includes("\n") && !isWhole) return null;
  const withoutHeading = headless && headlessReading(headless, head);
  if (withoutHeading) return withoutHeading;
  const [line = ""] = head.split("\n", 1);
  const separator = /^"?sep=(.)"?\s*$/i.exec(line)?.[1];
  if (separator !== undefined) return { ...none, format: "csv", delimiter: separator, row: 1, skipped: 1 };
  if (!head.startsWith("{")) return { ...none, format: "csv", delimiter: delimiterOf(line) };
  const parsed = parseJson(line);
  // A single line may also be a whole document, if it contains a list.
  const isList = head.trimEnd() === line.trimEnd() && listIn(parsed) !== null;
  return { ...none, format: isRecord(parsed) && !isList ? "lines" : "document" };
}

/** Returns the most frequent delimiter in the heading, ignoring quoted text; a comma if there is none. */
function delimiterOf(heading: string): string {
  const bare = heading.replaceAll(/"[^"]*"/g, "");
  const counts = [",", ";", "\t", "|"].map((sign) => ({ sign, count: bare.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/**
 * Returns the initial reading of a file without a heading, with the given names for its first columns; null if the file
 * has a heading.
 */
function headlessReading(names: readonly string[], head: string): Reading | null {
  const rows = [",", ";", "\t"].map((delimiter) => {
    const [cells = []] = Papa.parse<string[]>(head, { delimiter, preview: 1 }).data;
    return { delimiter, cells };
  });
  const { delimiter, cells } = rows.reduce((best, row) => (row.cells.length > best.cells.length ? row : best));
  if (!parseOriginalUrl(cells[0] ?? "").ok) return null;
  const further = cells.slice(names.length).map((_, at) => `Column ${names.length + at + 1}`);
  return { format: "csv", delimiter, columns: [...names, ...further], row: 0, skipped: -1 };
}
