import { type ColumnUse, columnNameMax } from "@hoplog/schema/imports/columns.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import type { FileRecord } from "./reading.ts";
import { type Choices, mayClose, plain, planOfFile } from "./sources/columnPlan.ts";
import { isFilled, shownValue } from "./sources/fields.ts";
import { readerOf } from "./shapes.ts";
import type { Reader } from "./sources/sourceLink.ts";

/** A column of an imported file, or a field of its objects. */
export interface ImportColumn {
  readonly name: string;
  /** The use of the column; null if it is not imported. */
  readonly use: ColumnUse | null;
  readonly isChosen: boolean;
  /** Number of rows in which the column is filled. */
  readonly filled: number;
  /** Whether links are created disabled if the column is filled. */
  readonly closes: boolean;
}

/** Column names in file order, with the number of rows in which each is filled. */
export type ColumnCounts = readonly (readonly [name: string, filled: number])[];

/** Adds the columns of a heading and of further records to the counts. */
export function countColumns(
  before: ColumnCounts,
  heading: readonly string[],
  records: readonly FileRecord[],
  { flatten }: Pick<Reader, "flatten"> = {},
): ColumnCounts {
  const counts = new Map(before);
  const add = (name: string, count: number) => {
    const key = name.trim().slice(0, columnNameMax).toWellFormed();
    counts.set(key, (counts.get(key) ?? 0) + count);
  };
  for (const name of heading) add(name, 0);
  for (const { record } of records) {
    if (record === null) continue;
    const shown = flatten?.(record) ?? record;
    for (const name in shown) if (isFilled(shown[name])) add(name, 1);
  }
  return [...counts].filter(([name]) => name !== "");
}

/** Returns the reason why a file or source with the given columns can't be read; null if it can. */
export function problemOfColumns(counts: ColumnCounts): string | null {
  const [surplus] = counts[importLimits.columnsMax] ?? [];
  if (surplus === undefined) return null;
  return `The links have ${counts.length} columns or fields, but at most ${importLimits.columnsMax} are supported. Remove the columns from ${shownValue(surplus)} on`;
}

/** Returns each column with its use. */
export function columnsOf(source: ImportSource, choices: Choices, counts: ColumnCounts): ImportColumn[] {
  const names = counts.map(([name]) => name);
  const plan = planOfFile(readerOf(source, names), choices, names);
  const chosen = new Set(Object.keys(choices).map(plain));
  return counts.map(([name, filled]) => {
    const use = plan.useOf(plain(name));
    return { name, use, isChosen: chosen.has(plain(name)), filled, closes: use === null && mayClose(plan, name) };
  });
}

/** Returns warnings about the columns of a file as a whole. */
export function warningsOf(columns: readonly ImportColumn[]): string[] {
  if (columns.length === 0) return [];
  const has = (...uses: ColumnUse[]) => columns.some(({ use }) => use !== null && uses.includes(use));
  return [
    ...(has("destination") ? [] : ["No column was recognised as the destination. Choose one"]),
    ...(has("code", "link") ? [] : ["No column was recognised as the short code, so every link gets a generated one"]),
  ];
}
