import Papa from "papaparse";
import { withoutDefusing } from "@hoplog/schema/csv.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { customCodeProblem, groupNameProblem, linkNameProblem } from "@hoplog/schema/validation/links.js";

/** One link of a CSV file, as it was read. */
export interface ImportRow {
  /** In the file, the heading being line 1. */
  readonly line: number;
  readonly name: string;
  readonly originalUrl: string;
  /** Empty: one is made. */
  readonly shortUrl: string;
  /** A group's name; empty for none. */
  readonly group: string;
  /** What is wrong with it; such a row is not imported. */
  readonly problems: readonly string[];
}

export type ImportFile = { ok: true; rows: readonly ImportRow[] } | { ok: false; message: string };

/** A larger file is a job for the API. */
export const maxRows = 1000;

type Column = "name" | "originalUrl" | "shortUrl" | "group";

/** What other services call the same things, without spaces, dashes and case. */
const headings: Record<Column, readonly string[]> = {
  name: ["name", "title", "urlname"],
  originalUrl: ["originalurl", "url", "longurl", "destination", "destinationurl", "link", "target"],
  shortUrl: ["shorturl", "shortcode", "customshorturl", "code", "slug", "key", "alias", "backhalf"],
  group: ["group", "groupname", "folder", "tag"],
};

/** Reads a CSV file with a heading; commas, semicolons and tabs will do. Every row is checked by itself. */
export function readImport(text: string): ImportFile {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" });
  const [heading, ...lines] = data;
  if (!heading) return { ok: false, message: "The file is empty" };
  const columns = columnsOf(heading);
  if (columns.originalUrl === -1) {
    return { ok: false, message: 'The first line must name the columns, and one of them must be "Original URL"' };
  }
  if (lines.length === 0) return { ok: false, message: "The file has a heading, but no URLs below it" };
  if (lines.length > maxRows) {
    return { ok: false, message: `The file has ${lines.length} URLs; at most ${maxRows} can be imported at once` };
  }
  const codes = new Set<string>();
  return { ok: true, rows: lines.map((cells, index) => rowOf(cells, columns, index + 2, codes)) };
}

function columnsOf(heading: readonly string[]): Record<Column, number> {
  const plain = heading.map((cell) => cell.toLowerCase().replaceAll(/[^a-z]/g, ""));
  const place = (column: Column) => plain.findIndex((cell) => headings[column].includes(cell));
  return {
    name: place("name"),
    originalUrl: place("originalUrl"),
    shortUrl: place("shortUrl"),
    group: place("group"),
  };
}

function rowOf(cells: readonly string[], columns: Record<Column, number>, line: number, codes: Set<string>): ImportRow {
  const cell = (column: Column) => withoutDefusing(cells[columns[column]]?.trim() ?? "");
  const originalUrl = cell("originalUrl");
  const shortUrl = codeIn(cell("shortUrl"));
  // A name is needed; where the file has no column for it, the address will do.
  const name = columns.name === -1 ? nameFrom(originalUrl) : cell("name");
  const group = cell("group");

  const parsed = parseOriginalUrl(originalUrl);
  const problems = [
    linkNameProblem(name),
    parsed.ok ? null : parsed.message,
    customCodeProblem(shortUrl),
    group === "" ? null : groupNameProblem(group),
    shortUrl !== "" && codes.has(shortUrl) ? "This short URL stands in the file more than once" : null,
  ].filter((problem) => problem !== null);
  if (shortUrl !== "") codes.add(shortUrl);
  return { line, name, originalUrl, shortUrl, group, problems };
}

/** Other services' files hold whole short links; only the code can be kept. */
function codeIn(value: string): string {
  return /^https?:\/\//i.test(value) ? (value.replace(/\/+$/, "").split("/").at(-1) ?? "") : value;
}

function nameFrom(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, "").slice(0, 80);
}
