import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import type { Reading } from "./reading.ts";
import { sqlSources } from "./sqlTables.ts";
import { UnreadableFile } from "./utf8.ts";

/** Formats that only some sources have. */
type OwnFormat = Exclude<Reading["format"], "csv" | "lines" | "document">;

const readFor: Readonly<Record<OwnFormat, readonly ImportSource[]>> = {
  bookmarks: ["bookmarks"],
  xml: ["yourls"],
  sql: sqlSources,
};

interface Beginning {
  readonly pattern: RegExp;
  readonly format?: OwnFormat;
  /** The error if the import's source doesn't have the format. */
  readonly problem: string;
}

/** Beginnings of files that are neither CSV nor JSON. */
const beginnings: readonly Beginning[] = [
  {
    pattern: /^PK[^\w\s,;]/,
    problem: "The file is an Excel workbook or a ZIP archive. Save its sheet as CSV in UTF-8",
  },
  {
    pattern:
      /^(?:--|\/\*!|create (?:table|database)\b|insert into\b|drop table\b|set \w+ ?=|start transaction\b|begin transaction\b|pragma foreign_keys\b|lock tables\b|use `|replace into\b|#\s*\w.*(?:dump|sql)|\\(?:un)?restrict\b)/i,
    format: "sql",
    problem: `The file is an SQL dump. Choose the source of its links (${sqlSources.join(", ")}), or export its table as CSV`,
  },
  {
    pattern: /^\/\*\*\s+(?:\* )?Export to JSON/i,
    problem: "The file is JSON from an old version of phpMyAdmin. Export its table as CSV or SQL",
  },
  {
    pattern: /^<!doctype netscape/i,
    format: "bookmarks",
    problem: "The file contains browser bookmarks. Choose bookmarks as the source",
  },
  {
    pattern: /^<(?:\?xml|xml|yourls|links?|result|redirection|[a-z]+>)/i,
    format: "xml",
    problem:
      "The file is XML from YOURLS or another service. Choose yourls as the source, or provide the links as CSV or JSON",
  },
  { pattern: /^</, problem: "The file is HTML. Provide the links as CSV or JSON" },
];

/**
 * Detects the format of a file that is neither CSV nor JSON; null for CSV and JSON. Throws UnreadableFile if the
 * import's source doesn't have the format.
 */
export function ownFormat(bytes: Uint8Array, source: ImportSource): OwnFormat | null {
  const head = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  const found = beginnings.find(({ pattern }) => pattern.test(head));
  if (found?.format && readFor[found.format].includes(source)) return found.format;
  if (found) throw new UnreadableFile(found.problem);
  if (readFor.bookmarks.includes(source)) {
    throw new UnreadableFile("The file is not an HTML bookmarks file as exported by browsers");
  }
  return null;
}
