import { lengthPrefixed, varUint } from "./bytes.ts";
import type { NativeColumn } from "./columns.ts";

/**
 * One block of ClickHouse's Native format: the counts of columns and rows, then each column's name, type and data.
 * Throws a RangeError when columns differ in length.
 */
export function nativeBlock(columns: Readonly<Record<string, NativeColumn>>): Buffer {
  const all = Object.entries(columns);
  const rows = all[0]?.[1].rows ?? 0;
  const parts: Uint8Array[] = [varUint(all.length), varUint(rows)];
  for (const [name, column] of all) {
    if (column.rows !== rows) throw new RangeError(`column ${name} has ${column.rows} rows, the first one ${rows}`);
    parts.push(lengthPrefixed([name, column.type]), ...column.bytes);
  }
  return Buffer.concat(parts);
}
