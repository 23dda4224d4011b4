import { type ImportSource, importSources } from "@hoplog/schema/imports/sources.js";
import { z } from "zod";
import { encodings } from "./encoding.ts";

/** Progress of reading an SQL dump. */
const sqlReadingSchema = z.object({
  /** Whether a backslash escapes the next character, as in MySQL. */
  hasEscapes: z.boolean(),
  /** Column names by table. */
  created: z.record(z.string(), z.array(z.string())),
  /** The table whose rows follow, with its source and columns if it contains links. Null outside of rows. */
  rows: z
    .object({
      table: z.string().optional(),
      source: z.enum(importSources).nullable(),
      columns: z.array(z.string()),
      isCopy: z.boolean(),
    })
    .nullable(),
  /** Names of the dump's first tables. */
  tables: z.array(z.string()),
  /** Sources with links in the dump. */
  sources: z.array(z.enum(importSources)),
  /** Number of rows of unread tables by table name; rows of further tables are counted together. */
  unread: z.record(z.string(), z.int()).optional(),
  unreadElsewhere: z.int().optional(),
  /** Whether the dump contains the table that is joined with the links. */
  hasJoined: z.boolean().optional(),
  /** Whether this is the first of two readings, which collects the values of the joined table. */
  isCollecting: z.boolean().optional(),
  /** The collected values by {@link joinKey}, and their total length. */
  joined: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  joinedSize: z.int().optional(),
});
export type SqlReading = z.infer<typeof sqlReadingSchema>;

/** Progress of reading a file, stored between two parts. */
export const readingSchema = z.object({
  /**
   * `lines`: one JSON object per line. `document`: one JSON document with all objects. The others are formats of
   * certain sources.
   */
  format: z.enum(["csv", "lines", "document", "bookmarks", "xml", "sql"]),
  delimiter: z.string(),
  columns: z.array(z.string()),
  /** Number of rows read, including the heading. 0 for a document until it is complete. */
  row: z.int(),
  /** Encoding of the file; absent for UTF-8. */
  encoding: z.enum(encodings).optional(),
  /** Number of rows before the heading, such as Excel's row with the delimiter. -1 for a file without a heading. */
  skipped: z.int().optional(),
  /** Progress of an SQL dump. */
  sql: sqlReadingSchema.optional(),
  /** Whether the unread bytes contain further complete records, because a step reads a limited number. */
  isMore: z.boolean().optional(),
  /** Warnings about the whole file, such as parts that are not imported. */
  notes: z.array(z.string()).optional(),
});
export type Reading = z.infer<typeof readingSchema>;

/** Adds warnings about the file, without duplicates. */
export function withNotes(reading: Reading, notes: readonly string[]): Reading {
  return notes.length === 0 ? reading : { ...reading, notes: [...new Set([...(reading.notes ?? []), ...notes])] };
}

export interface FileRecord {
  /** Row number in the file, starting at 1 and including the heading. */
  readonly row: number;
  /** The parsed record; null if it is invalid. */
  readonly record: Readonly<Record<string, unknown>> | null;
}

export interface ReadRecords {
  /** The progress to store; null while more bytes are needed to detect the format. */
  readonly reading: Reading | null;
  readonly records: readonly FileRecord[];
  /** Unread bytes: a record that ends in the next part, or further records if the reading's `isMore` is true. */
  readonly rest: Uint8Array;
  /** For a document that is too large for one step: the converted content to read instead. */
  readonly again?: Uint8Array;
  /** Whether the file must be read again from its beginning, with this reading. */
  readonly isRewound?: true;
}

export interface ReadOptions {
  readonly source: ImportSource;
  readonly isLast: boolean;
  /** Fields of which a heading must have one; empty if any heading is accepted. */
  readonly needs: readonly string[];
  /** Names for the columns of a file without a heading; absent if its source has no such files. */
  readonly headless?: readonly string[] | undefined;
}
