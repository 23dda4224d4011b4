import { type ImportSource, importSources } from "@hoplog/schema/imports/sources.js";
import { z } from "zod";
import { encodings } from "./encoding.ts";

/** How far the reading of an SQL dump is. */
const sqlReadingSchema = z.object({
  /** A backslash escapes the character behind it, as in MySQL. */
  hasEscapes: z.boolean(),
  /** Columns of tables by their names. */
  created: z.record(z.string(), z.array(z.string())),
  /** The table whose rows follow: its source and columns if it holds links. Null outside of rows. */
  rows: z
    .object({
      table: z.string().optional(),
      source: z.enum(importSources).nullable(),
      columns: z.array(z.string()),
      isCopy: z.boolean(),
    })
    .nullable(),
  /** Names of the first tables. */
  tables: z.array(z.string()),
  /** Sources that the dump has links of. */
  sources: z.array(z.enum(importSources)),
  /** Rows of tables that are not read, by the tables' names; those of further tables together. */
  unread: z.record(z.string(), z.int()).optional(),
  unreadElsewhere: z.int().optional(),
  /** It has the table that is joined to that of links. */
  hasJoined: z.boolean().optional(),
  /** The dump is read for the first time, for values that another table of it has for links. */
  isCollecting: z.boolean().optional(),
  /** These values, by {@link joinKey}, and how many characters they have. */
  joined: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  joinedSize: z.int().optional(),
});
export type SqlReading = z.infer<typeof sqlReadingSchema>;

/** How far the reading of a file is: stored between two parts of it. */
export const readingSchema = z.object({
  /** Objects of JSON one a line, or one document that holds them; or a format that some sources have. */
  format: z.enum(["csv", "lines", "document", "bookmarks", "xml", "sql"]),
  delimiter: z.string(),
  columns: z.array(z.string()),
  /** Rows that were read, the heading among them; of a document none before all of it is there. */
  row: z.int(),
  /** Absent for UTF-8. */
  encoding: z.enum(encodings).optional(),
  /** Rows before the heading: one that says what the delimiter is, as Excel reads it. -1 for a file without a heading. */
  skipped: z.int().optional(),
  /** Of an SQL dump. */
  sql: sqlReadingSchema.optional(),
  /** The rest has further whole records: those of one step are bounded. */
  isMore: z.boolean().optional(),
  /** What is odd about the file as a whole, such as what of it is not read. */
  notes: z.array(z.string()).optional(),
});
export type Reading = z.infer<typeof readingSchema>;

/** Adds what is odd about the file, each once. */
export function withNotes(reading: Reading, notes: readonly string[]): Reading {
  return notes.length === 0 ? reading : { ...reading, notes: [...new Set([...(reading.notes ?? []), ...notes])] };
}

export interface FileRecord {
  /** In the file, from 1; the heading is one too. */
  readonly row: number;
  /** Null where it is broken. */
  readonly record: Readonly<Record<string, unknown>> | null;
}

export interface ReadRecords {
  /** Null while not even the first line is there. */
  readonly reading: Reading | null;
  readonly records: readonly FileRecord[];
  /** The beginning of a record whose end stands in the next part. */
  readonly rest: Uint8Array;
  /** Of a document that is too large for one step: all that is to be read instead of it. */
  readonly again?: Uint8Array;
  /** The file is read from its beginning once more, with this reading. */
  readonly isRewound?: true;
}

export interface ReadOptions {
  readonly source: ImportSource;
  readonly isLast: boolean;
  /** Fields of which a heading must have one; none for any heading. */
  readonly needs: readonly string[];
  /** Names for the columns of a file without a heading; absent if its source has no such files. */
  readonly headless?: readonly string[] | undefined;
}
