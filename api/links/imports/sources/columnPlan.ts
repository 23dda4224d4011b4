import {
  type ChosenUse,
  type ColumnUse,
  columnUses,
  type DateOrder,
  mayRestrict,
} from "@hoplog/schema/imports/columns.js";

/** Names of a source's columns by their use, the most telling one first. */
export type Columns = Readonly<Partial<Record<ColumnUse, readonly string[]>>>;

/** What users chose columns for, by the columns' names. */
export type Choices = Readonly<Record<string, ChosenUse>>;

/** What each column of a file is read as; names are compared by {@link plain}. */
export interface ColumnPlan {
  /** Plain names of a use, chosen ones first. */
  namesOf(use: ColumnUse): readonly string[];
  /** Null for an unread column. */
  useOf(plainName: string): ColumnUse | null;
  /** Null: dates that it would decide are unreadable. */
  readonly dates: DateOrder | null;
}

/** A plan of the names that a source uses, except where somebody chose otherwise. */
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

/** The plan of a file with columns of these names. */
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

/** A name as it is compared: "Short URL", "short_url" and "shortUrl" are one, but "#" and "?" are two. */
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

/** Whether an unread column may restrict links: by its name, or as a further one of a name that does, such as `banned (column 5)`. */
export function mayClose(plan: ColumnPlan, name: string): boolean {
  const [, twin = name] = /^(.*) \(column \d+\)$/s.exec(name) ?? [];
  return mayRestrict(name) || restrictingUses.has(plan.useOf(plain(twin)));
}
