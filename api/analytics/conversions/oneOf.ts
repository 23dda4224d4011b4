import type { Condition } from "../../clicks/clickhouse/condition.ts";

/**
 * Maximum bytes per parameter. ClickHouse accepts 128 KiB after URL encoding, which makes an escaped quote up to six
 * times as long.
 */
const bytesMax = 15_000;

/**
 * Returns the SQL condition that an expression equals one of the given strings, split into several parameters if
 * needed. Parameter names start with `name`.
 */
export function oneOf(expression: string, values: readonly string[], name: string): Condition {
  const parts: string[][] = [];
  let bytes = Infinity;
  for (const value of values) {
    const length = Buffer.byteLength(value) + 3;
    if (bytes + length > bytesMax) {
      parts.push([]);
      bytes = 0;
    }
    // An unpaired surrogate cannot be encoded as UTF-8.
    parts.at(-1)?.push(value.toWellFormed());
    bytes += length;
  }
  return {
    sql: `(${parts.map((_, i) => `${expression} IN {${name}_${i}: Array(String)}`).join(" OR ") || "false"})`,
    params: Object.fromEntries(parts.map((part, i) => [`${name}_${i}`, part])),
  };
}
