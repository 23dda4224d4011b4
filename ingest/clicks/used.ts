/** The items that rows point to, without those that none does, and the rows renumbered to match. */
export interface Used {
  /** Numbers of the items in use, in the order of their first row. */
  readonly items: Uint32Array;
  readonly rows: Uint32Array;
}

/** An item's number among the used ones, plus one; zeros between two calls. */
let numbers = new Uint32Array(1024);

/** `count` is how many items there are: every row is below it. */
export function usedBy(rows: Uint32Array, count: number): Used {
  if (count > numbers.length) numbers = new Uint32Array(count * 2);
  const items = new Uint32Array(Math.min(count, rows.length));
  const out = new Uint32Array(rows.length);
  let used = 0;
  for (let i = 0; i < rows.length; i++) {
    const item = rows[i] ?? 0;
    let number = numbers[item] ?? 0;
    if (number === 0) {
      items[used++] = item;
      number = numbers[item] = used;
    }
    out[i] = number - 1;
  }
  for (let i = 0; i < used; i++) numbers[items[i] ?? 0] = 0;
  return { items: items.subarray(0, used), rows: out };
}
