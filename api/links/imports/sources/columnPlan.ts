import {
  type ChosenUse,
  type ColumnUse,
  columnUses,
  type DateOrder,
  mayRestrict,
} from "@hoplog/schema/imports/columns.js";

/** Column names of a source by use, the most specific one first. */
export type Columns = Readonly<Partial<Record<ColumnUse, readonly string[]>>>;

/** Uses of columns chosen by users, by column name. */
export type Choices = Readonly<Record<string, ChosenUse>>;

/** Uses of a file's columns; names are normalised by {@link plain}. */
export interface ColumnPlan {
  /** Normalised column names of a use, chosen ones first. */
  namesOf(use: ColumnUse): readonly string[];
  /** The use of a column; null if the column is not read. */
  useOf(plainName: string): ColumnUse | null;
  /** Order of day and month. Null if unknown: ambiguous dates are then invalid. */
  readonly dates: DateOrder | null;
}

/** Returns the plan for a source's column names, overridden by users' choices. */
export function planOf(columns: Columns, choices: Choices = {}, dates: DateOrder | null = null): ColumnPlan {
  const names = new Map<ColumnUse, string[]>();
  const uses = new Map<string, ColumnUse>();
  const add = (use: ColumnUse, name: string) => {
    const key = plain(name);
    if (uses.has(key)) return;
    uses.set(key, use);
    names.set(use, [...(names.get(use) ?? []), key]);
  };
  for (const [name, use] of Object.entries(choices)) add(use, name);
  for (const use of usesIn(columns)) for (const name of columns[use] ?? []) add(use, name);
  return { namesOf: (use) => names.get(use) ?? [], useOf: (key) => uses.get(key) ?? null, dates };
}

/** Returns the plan of a file with the given column names. */
export function planOfFile(
  { columns, columnsIn }: { readonly columns: Columns; readonly columnsIn?: (names: ReadonlySet<string>) => Columns },
  choices: Choices,
  names: Iterable<string>,
  dates: DateOrder | null = null,
): ColumnPlan {
  return planOf(columnsIn?.(new Set([...names].map(plain))) ?? columns, choices, dates);
}

function usesIn(columns: Columns): ColumnUse[] {
  return columnUses.filter((use) => columns[use] !== undefined);
}

/**
 * Normalises a column name for comparison: "Short URL", "short_url" and "shortUrl" are equal, but "#" and "?" are not.
 */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "") || name.trim();
}

const restrictingUses: ReadonlySet<ColumnUse | null> = new Set([
  "expiry",
  "notBefore",
  "clickLimit",
  "state",
  "password",
]);

/**
 * Whether an unused column may restrict links: by its name, or as a duplicate of such a column, for example `banned
 * (column 5)`.
 */
export function mayClose(plan: ColumnPlan, name: string): boolean {
  const [, twin = name] = /^(.*) \(column \d+\)$/s.exec(name) ?? [];
  return mayRestrict(name) || restrictingUses.has(plan.useOf(plain(twin)));
}
