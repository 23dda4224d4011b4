import { memoryOf, wordsOf } from "../native/columns.ts";

/** Returns the values of the given rows, in the order of `rows`. */
export function picked(column: Uint32Array, rows: Uint32Array): Uint32Array {
  const out = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = column[rows[i] ?? 0] ?? 0;
  return out;
}

export function pickedBytes(column: Uint8Array, rows: Uint32Array): Uint8Array {
  const out = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = column[rows[i] ?? 0] ?? 0;
  return out;
}

/** Like {@link picked}, for 16 bytes per row. */
export function pickedIds(column: Uint8Array, rows: Uint32Array): Uint8Array {
  const words = wordsOf(column);
  const out = new Uint32Array(rows.length * 4);
  for (let i = 0; i < rows.length; i++) {
    const from = (rows[i] ?? 0) * 4;
    for (let word = 0; word < 4; word++) out[i * 4 + word] = words[from + word] ?? 0;
  }
  return memoryOf(out);
}
