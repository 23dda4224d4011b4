import { csvLine } from "@hoplog/schema/csv.js";

/** Downloads `content` as a file. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The object URL is revoked late, because some browsers start reading the blob a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Joins the parts to a file name that is valid on every file system. */
export function fileNameOf(...parts: readonly string[]): string {
  return parts
    .map((part) => part.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-"))
    .map((part) => part.replaceAll(/^-+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("-");
}

const csvType = "text/csv;charset=utf-8";

/** Downloads rows as a CSV file whose header is the first row's keys. */
export function saveCsv(name: string, rows: readonly Readonly<Record<string, string | number>>[]): void {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map(csvLine);
  saveFile(`${name}.csv`, `\uFEFF${lines.join("")}`, csvType);
}
