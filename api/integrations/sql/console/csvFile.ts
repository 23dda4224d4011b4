import { Readable } from "node:stream";
import { type CsvValue, CsvNumber, csvLine } from "@hoplog/schema/csv.js";
import { z } from "zod";

/**
 * The source format of CSV files, because ClickHouse's own CSV would pass formulas sent by visitors to spreadsheets.
 */
export const csvSource = "JSONCompactEachRowWithNames";

/** Setting that returns integers as numbers. */
export const csvSettings = { output_format_json_quote_64bit_integers: 0 } as const;

const row = z.array(z.unknown());
const newLine = "\n".charCodeAt(0);

/** Converts a result in {@link csvSource} to a CSV stream. Arrays and other composite values are JSON. */
export function csvFile(result: Readable): Readable {
  return Readable.from(csvOf(result), { objectMode: false });
}

async function* csvOf(result: Readable): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of result) {
    const piece = Buffer.from(chunk);
    const end = piece.lastIndexOf(newLine) + 1;
    if (end === 0) begun.push(piece);
    else {
      yield linesOf(Buffer.concat([...begun, piece.subarray(0, end)]).toString("utf8"));
      begun = [piece.subarray(end)];
    }
  }
  yield linesOf(Buffer.concat(begun).toString("utf8"));
}

function linesOf(text: string): string {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => csvLine(row.parse(JSON.parse(line, withDigits)).map(cellOf))).join("");
}

/** A reviver for JSON.parse that preserves all digits of a number. */
function withDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" ? new CsvNumber(context?.source ?? String(value)) : value;
}

function cellOf(value: unknown): CsvValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  return value instanceof CsvNumber ? value : jsonOf(value);
}

function jsonOf(value: unknown): string {
  if (value instanceof CsvNumber) return value.digits;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}:${jsonOf(part)}`)
    .join(",")}}`;
}
