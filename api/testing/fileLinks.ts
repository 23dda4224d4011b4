import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { readerOf } from "../imports/readerOf.ts";
import { readRecords } from "../imports/records.ts";
import { type Choices, planOfFile } from "../imports/sources/columnPlan.ts";
import { readers } from "../imports/sources/readers.ts";
import { readLink } from "../imports/sources/readLink.ts";
import type { SourceLink } from "../imports/sources/sourceLink.ts";

/** The links of a file as its source has them. */
export function fileLinks(source: ImportSource, file: string, choices: Choices = {}): SourceLink[] {
  const bytes = Buffer.from(file);
  const needs = source === "csv" ? [] : (readers[source].columns.destination ?? []);
  const options = { isLast: true, source, needs, headless: readers[source].headless };
  const { records, reading } = readRecords(null, bytes, options);
  const names = [...(reading?.columns ?? []), ...records.flatMap(({ record }) => Object.keys(record ?? {}))];
  const reader = readerOf(source, names);
  const plan = planOfFile(reader, choices, names);
  return records.map(({ record }) => readLink(reader, plan, record ?? {}));
}
