import type { Dictionary } from "../native/columns.ts";

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
