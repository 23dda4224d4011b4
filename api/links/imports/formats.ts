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
  /** The error if its source doesn't have the format. */
  readonly problem: string;
}

/** Beginnings of files that are neither CSV nor JSON. */
const beginnings: readonly Beginning[] = [
  {
    pattern: /^PK[^\w\s,;]/,
    problem: "The file is an Excel workbook or a ZIP archive: save its sheet as CSV in UTF-8",
  },
  {
    pattern:
      /^(?:--|\/\*!|create (?:table|database)\b|insert into\b|drop table\b|set \w+ ?=|start transaction\b|begin transaction\b|pragma foreign_keys\b|lock tables\b|use `|replace into\b|#\s*\w.*(?:dump|sql)|\\(?:un)?restrict\b)/i,
    format: "sql",
    problem: `The file is an SQL dump: choose the source whose links it holds (${sqlSources.join(", ")}), or export its table as CSV`,
  },
  {
    pattern: /^\/\*\*\s+(?:\* )?Export to JSON/i,
    problem: "The file is JSON of an early phpMyAdmin: export its table as CSV or SQL",
  },
  {
    pattern: /^<!doctype netscape/i,
    format: "bookmarks",
    problem: "The file holds bookmarks of a browser: choose bookmarks",
  },
  {
    pattern: /^<(?:\?xml|xml|yourls|links?|result|redirection|[a-z]+>)/i,
    format: "xml",
    problem: "The file is XML of YOURLS or another service: choose yourls, or give its links as CSV or JSON",
  },
  { pattern: /^</, problem: "The file is HTML: give its links as CSV or JSON" },
];

/**
 * Detects the format of a file that is neither CSV nor JSON; null for CSV and JSON. Throws UnreadableFile if its source
 * doesn't have the format.
 */
export function ownFormat(bytes: Uint8Array, source: ImportSource): OwnFormat | null {
  const head = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  const found = beginnings.find(({ pattern }) => pattern.test(head));
  if (found?.format && readFor[found.format].includes(source)) return found.format;
  if (found) throw new UnreadableFile(found.problem);
  if (readFor.bookmarks.includes(source)) {
    throw new UnreadableFile("The file is not the HTML file that browsers export bookmarks to");
  }
  return null;
}
