import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import Papa from "papaparse";
import type { Reading } from "./reading.ts";

/** How the reading of a file without a heading begins, with these names for its first columns; null for a file that has one. */
export function headlessReading(names: readonly string[], head: string): Reading | null {
  const rows = [",", ";", "\t"].map((delimiter) => {
    const [cells = []] = Papa.parse<string[]>(head, { delimiter, preview: 1 }).data;
    return { delimiter, cells };
  });
  const { delimiter, cells } = rows.reduce((best, row) => (row.cells.length > best.cells.length ? row : best));
  if (!parseOriginalUrl(cells[0] ?? "").ok) return null;
  const further = cells.slice(names.length).map((_, at) => `Column ${names.length + at + 1}`);
  return { format: "csv", delimiter, columns: [...names, ...further], row: 0, skipped: -1 };
}
