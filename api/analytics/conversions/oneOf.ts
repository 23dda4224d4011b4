import type { Condition } from "../../clicks/clickhouse/condition.ts";

/**
 * Bytes of one parameter: ClickHouse takes 128 KiB of it, as an address writes it, where a quote with its escapes takes up to six
 * times its bytes.
 */
const bytesMax = 15_000;

/** Whether an expression is one of these texts, however many they are. `name` begins the names of the parameters. */
export function oneOf(expression: string, values: readonly string[], name: string): Condition {
  const parts: string[][] = [];
  let bytes = Infinity;
  for (const value of values) {
    const length = Buffer.byteLength(value) + 3;
    if (bytes + length > bytesMax) {
      parts.push([]);
      bytes = 0;
    }
    // Half a surrogate pair can't be sent as UTF-8.
    parts.at(-1)?.push(value.toWellFormed());
    bytes += length;
  }
  return {
    sql: `(${parts.map((_, i) => `${expression} IN {${name}_${i}: Array(String)}`).join(" OR ") || "false"})`,
    params: Object.fromEntries(parts.map((part, i) => [`${name}_${i}`, part])),
  };
}
