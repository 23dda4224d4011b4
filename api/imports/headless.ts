import { importLimits } from "@hoplog/schema/imports/limits.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import Papa from "papaparse";
import type { Reading } from "./records.ts";
import type { Reader } from "./sources/sourceLink.ts";

/** How the reading of a file without a heading begins, with names for its columns; null for a file that has one. */
export function headlessReading({ headless }: Reader, bytes: Uint8Array): Reading | null {
  if (!headless) return null;
  const head = new TextDecoder().decode(bytes.subarray(0, importLimits.recordBytes));
  const rows = [",", ";", "\t"].map((delimiter) => {
    const [cells = []] = Papa.parse<string[]>(head, { delimiter, preview: 1 }).data;
    return { delimiter, cells };
  });
  const { delimiter, cells } = rows.reduce((best, row) => (row.cells.length > best.cells.length ? row : best));
  if (!parseOriginalUrl(cells[0] ?? "").ok) return null;
  const further = cells.slice(headless.length).map((_, at) => `Column ${headless.length + at + 1}`);
  return { format: "csv", delimiter, columns: [...headless, ...further], row: 0, skipped: -1 };
}

/** Without the mark that some programs put in front of UTF-8. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
