import type { SqlResult } from "./consoleCalls.ts";

/** A value as a cell shows it. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type ColumnKind = "number" | "time" | "text";

/** What a column of this type of ClickHouse can be in a chart. */
export function kindOf(type: string): ColumnKind {
  const inner = type.replaceAll(/\b(?:Nullable|LowCardinality)\(/g, "");
  if (/^(?:U?Int\d|B?Float|Decimal)/.test(inner)) return "number";
  return /^(?:Date|DateTime)/.test(inner) ? "time" : "text";
}

/** Whole numbers that JSON can't hold come as texts. */
export function numberOf(value: unknown): number | null {
  if (value === null || value === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export interface ChartChoice {
  /** Positions of columns. */
  readonly x: number;
  readonly y: readonly number[];
}

/** Numbers over the first time, or over the first text; null where there is nothing to draw. */
export function firstChoice({ columns, rows }: Pick<SqlResult, "columns" | "rows">): ChartChoice | null {
  const kinds = columns.map(({ type }) => kindOf(type));
  const numbers = kinds.flatMap((kind, i) => (kind === "number" ? [i] : []));
  const time = kinds.indexOf("time");
  const text = kinds.indexOf("text");
  const x = time >= 0 ? time : text >= 0 ? text : numbers[0];
  const y = numbers.filter((column) => column !== x);
  return rows.length === 0 || x === undefined || y.length === 0 ? null : { x, y: y.slice(0, 1) };
}
