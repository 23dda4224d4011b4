import type { SqlResult } from "./consoleCalls.ts";

/** Formats a value for a cell. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type ColumnKind = "number" | "time" | "text";

/** Returns the role that a column of a ClickHouse type can have in a chart. */
export function kindOf(type: string): ColumnKind {
  const inner = type.replaceAll(/\b(?:Nullable|LowCardinality)\(/g, "");
  if (/^(?:U?Int\d|B?Float|Decimal)/.test(inner)) return "number";
  return /^(?:Date|DateTime)/.test(inner) ? "time" : "text";
}

/** Converts a value to a number, also from a string, as which large integers arrive; null for any other value. */
export function numberOf(value: unknown): number | null {
  if (value === null || value === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export interface ChartChoice {
  /** Positions of the chart's columns in the result. */
  readonly x: number;
  readonly y: readonly number[];
}

/**
 * Returns the initial chart: one column of numbers over the first time column, or else over the first text column or
 * the first other column of numbers; null if there is nothing to draw.
 */
export function firstChoice({ columns, rows }: Pick<SqlResult, "columns" | "rows">): ChartChoice | null {
  const kinds = columns.map(({ type }) => kindOf(type));
  const numbers = kinds.flatMap((kind, i) => (kind === "number" ? [i] : []));
  const time = kinds.indexOf("time");
  const text = kinds.indexOf("text");
  const x = time >= 0 ? time : text >= 0 ? text : numbers[0];
  const y = numbers.filter((column) => column !== x);
  return rows.length === 0 || x === undefined || y.length === 0 ? null : { x, y: y.slice(0, 1) };
}
