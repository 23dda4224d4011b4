import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { bookmarksIn } from "./bookmarksHtml.ts";
import { linksInTables, tablesIn } from "./phpMyAdminJson.ts";
import type { Reading } from "./reading.ts";
import { isRecord } from "./sources/fields.ts";
import { listIn, notesOfLists } from "./sources/json.ts";
import { UnreadableFile, tooManyLinks } from "./utf8.ts";
import { yourlsLinksIn } from "./yourlsXml.ts";

/** Formats of files that are read only once they are complete. */
export type DocumentFormat = Exclude<Reading["format"], "csv" | "lines" | "sql">;

interface DocumentReader {
  /** The error message for a file above the maximum size. */
  readonly tooLarge: string;
  readonly read: (text: string, source: ImportSource) => ReadDocument;
}

interface ReadDocument {
  readonly records: readonly unknown[];
  /** Warnings about the document as a whole. */
  readonly notes: readonly string[];
}

const mebibytes = importLimits.documentBytes / 1024 / 1024;

/** The reader of each document format, and the error for a file above the maximum size. */
const readers: Readonly<Record<DocumentFormat, DocumentReader>> = {
  document: {
    tooLarge: "This JSON file is too large. Use JSON Lines, with one object per line",
    read(text, source) {
      const parsed = parsedDocument(text);
      const list = listIn(parsed) ?? [parsed];
      const tables = tablesIn(list);
      return tables ? linksInTables(source, tables) : { records: list, notes: notesOfLists(parsed, list) };
    },
  },
  bookmarks: { tooLarge: `Bookmark files can have at most ${mebibytes} MiB`, read: bookmarksIn },
  xml: {
    tooLarge: `XML files can have at most ${mebibytes} MiB. Export the table as CSV`,
    read: (text) => ({ records: yourlsLinksIn(text), notes: [] }),
  },
};

/** Throws UnreadableFile for a document that exceeds the maximum size. */
export function requireSmall(format: DocumentFormat, bytes: number): void {
  if (bytes > importLimits.documentBytes) throw new UnreadableFile(readers[format].tooLarge);
}

/**
 * Returns the objects of a document as lines: it is parsed once, and then read in steps like JSON Lines. A value that
 * is no object, or is too large for a line, becomes null. Throws UnreadableFile.
 */
export function linesOfDocument(format: DocumentFormat, text: string, source: ImportSource) {
  const { records, notes } = readers[format].read(text, source);
  if (records.length > importLimits.linksMax) throw tooManyLinks();
  return { lines: records.map((one) => (isRecord(one) ? lineOf(one) : "null")), notes };
}

function parsedDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableFile("The file is not valid JSON");
  }
}

function lineOf(record: object): string {
  try {
    const line = JSON.stringify(record);
    return Buffer.byteLength(line) > importLimits.recordBytes ? "null" : line;
  } catch (error) {
    // The value is nested too deeply to be serialized.
    if (error instanceof RangeError) return "null";
    throw error;
  }
}
