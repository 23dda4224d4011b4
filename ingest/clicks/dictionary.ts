import type { Dictionary } from "../native/columns.ts";

/** The items that rows point to, without those that none does, and the rows renumbered to match. */
export interface Used {
  /** Numbers of the items in use, in the order of their first row. */
  readonly items: readonly number[];
  readonly rows: Uint32Array;
}

/** `count` is how many items there are: every row is below it. */
export function usedBy(rows: Uint32Array, count: number): Used {
  const renumbered = new Uint32Array(count).fill(0xffff_ffff);
  const items: number[] = [];
  const out = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const item = rows[i] ?? 0;
    let number = renumbered[item] ?? 0;
    if (number === 0xffff_ffff) {
      number = items.push(item) - 1;
      renumbered[item] = number;
    }
    out[i] = number;
  }
  return { items, rows: out };
}

/** A column whose row `i` is `value(items[rows[i]])`; each item is asked once, equal values stand once. */
export function dictionaryOf<T>(items: readonly T[], rows: Uint32Array, value: (item: T) => string): Dictionary {
  const numbers = new Map<string, number>();
  const values: string[] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, values.length);
    return values.push(text) - 1;
  };
  const ofItem = Uint32Array.from(items, (item) => numberOf(value(item)));
  const indices = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) indices[i] = ofItem[rows[i] ?? 0] ?? 0;
  return { values, indices };
}
