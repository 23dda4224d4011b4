import type { Readable } from "node:stream";
import { z } from "zod";

/**
 * A result for display, with JSON values; integers of more than 53 bits, and decimals that JSON can't represent, are
 * strings.
 */
export interface Table {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  /** Whether the result has further rows, which were cut off. */
  readonly truncated: boolean;
}

export interface TableBounds {
  readonly rows: number;
  readonly bytes: number;
}

/** ClickHouse's format with a line of names, one of types, and one for each row. */
export const tableFormat = "JSONCompactEachRowWithNamesAndTypes";

const texts = z.array(z.string());
const values = z.array(z.unknown());
const newLine = "\n".charCodeAt(0);

/** Reads a result in {@link tableFormat} up to its limits; the rest is not read. */
export async function readTable(stream: Readable, bounds: TableBounds): Promise<Table> {
  const chunks: Buffer[] = [];
  let [bytes, lines] = [0, 0];
  let cut = false;
  for await (const chunk of stream) {
    const piece = Buffer.from(chunk);
    chunks.push(piece);
    bytes += piece.length;
    for (let at = piece.indexOf(newLine); at >= 0; at = piece.indexOf(newLine, at + 1)) lines++;
    cut = bytes > bounds.bytes || lines > bounds.rows + 2;
    if (cut) break;
  }
  const read = Buffer.concat(chunks, Math.min(bytes, bounds.bytes));
  // Drops the last line if the limit has cut it; complete lines end with a newline.
  const [names = "[]", types = "[]", ...rest] = wholeLines(read);
  const columnTypes = texts.parse(JSON.parse(types));
  const columns = texts.parse(JSON.parse(names)).map((name, i) => ({ name, type: columnTypes[i] ?? "" }));
  const exact = columnTypes.some((type) => type.includes("Decimal")) ? decimalAsText : undefined;
  const rows = rest.slice(0, bounds.rows).map((line) => values.parse(JSON.parse(line, exact)));
  return { columns, rows, truncated: cut };
}

/** A reviver for JSON.parse that returns a number without exponent as a string if it would lose digits. */
function decimalAsText(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || !/^-?\d+(?:\.\d+)?$/.test(source)) return value;
  const shortest = source.includes(".") ? source.replace(/\.?0+$/, "") : source;
  return shortest.replace(/\D/g, "").length > digitsHeld && String(value) !== shortest ? source : value;
}

/** Number of digits that every JSON number preserves. */
const digitsHeld = 15;

function wholeLines(read: Buffer): string[] {
  const end = read.lastIndexOf(newLine);
  return end < 0 ? [] : read.subarray(0, end).toString("utf8").split("\n");
}
