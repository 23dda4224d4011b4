import { csvLine } from "@hoplog/schema/csv.js";

/** Hands `content` to the person as a download. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The download has the blob by then; some browsers start it a moment late.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name that every file system takes. */
export function fileNameOf(...parts: readonly string[]): string {
  return parts
    .map((part) => part.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-"))
    .map((part) => part.replaceAll(/^-+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("-");
}

const csvType = "text/csv;charset=utf-8";

/** Saves rows as CSV, headed by the keys of the first one. */
export function saveCsv(name: string, rows: readonly Readonly<Record<string, string | number>>[]): void {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map(csvLine);
  saveFile(`${name}.csv`, `\uFEFF${lines.join("")}`, csvType);
}
