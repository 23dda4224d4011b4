import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { readerOf } from "../links/imports/shapes.ts";
import type { FileRecord, Reading } from "../links/imports/reading.ts";
import { readRecords } from "../links/imports/records.ts";
import { type Choices, planOfFile } from "../links/imports/sources/columnPlan.ts";
import { readers } from "../links/imports/sources/readers.ts";
import { readLink } from "../links/imports/sources/readLink.ts";
import type { SourceLink } from "../links/imports/sources/sourceLink.ts";

const noNotes: readonly string[] = [];

/** Reads a file in parts of `size` bytes; reads it twice if the source requires it. */
export function readRows(source: ImportSource, file: string | Uint8Array, size = Number.MAX_SAFE_INTEGER) {
  const bytes = Buffer.from(file);
  const needs = source === "csv" ? [] : (readers[source].columns.destination ?? []);
  const rows: FileRecord[] = [];
  let reading: Reading | null = null;
  let rest: Uint8Array = new Uint8Array();
  for (let at = 0; at < bytes.length; at += size) {
    const isLast = at + size >= bytes.length;
    const part = Buffer.concat([rest, bytes.subarray(at, at + size)]);
    const read = readRecords(reading, part, { isLast, source, needs, headless: readers[source].headless });
    rows.push(...read.records);
    ({ reading, rest } = read);
    if (read.isRewound) at = -size;
  }
  return { rows, columns: reading?.columns ?? [], notes: reading?.notes ?? noNotes };
}

/** Returns the records of a file, and the warnings about the whole file. */
export function readWhole(source: ImportSource, file: string | Uint8Array, size?: number) {
  const { rows, notes } = readRows(source, file, size);
  return { records: rows.map(({ record }) => record), notes };
}

/** Returns the links of a file, as read for its source. */
export function fileLinks(source: ImportSource, file: string, choices: Choices = {}): SourceLink[] {
  const { rows, columns } = readRows(source, file);
  const names = [...columns, ...rows.flatMap(({ record }) => Object.keys(record ?? {}))];
  const reader = readerOf(source, names);
  const plan = planOfFile(reader, choices, names);
  return rows.map(({ record }) => readLink(reader, plan, record ?? {}));
}
