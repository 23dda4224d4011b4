import { plain } from "./plain.ts";

export interface Column {
  readonly title: string;
  readonly isNumber?: true;
  /** Minimum width in characters if the terminal is too narrow; without `min`, the column is never truncated. */
  readonly min?: number;
}

const gap = "  ";
const lengthOf = (text: string): number => Array.from(text).length;

/** Returns the lines of a table, titles first. `width` is the width of the terminal; undefined for no limit. */
export function tableOf(columns: readonly Column[], rows: readonly (readonly string[])[], width?: number): string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(plain))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => lengthOf(row[index] ?? ""))));
  let tooMuch = width === undefined ? 0 : sum(widths) + gap.length * (columns.length - 1) - width;
  for (const [index, { min }] of [...columns.entries()].toReversed()) {
    const own = widths[index] ?? 0;
    if (min === undefined || tooMuch <= 0) continue;
    const cut = Math.min(tooMuch, Math.max(0, own - min));
    widths[index] = own - cut;
    tooMuch -= cut;
  }
  return cells.map((row) =>
    row
      .map((cell, index) => fit(cell, widths[index] ?? 0, columns[index]?.isNumber === true))
      .join(gap)
      .trimEnd(),
  );
}

function fit(text: string, width: number, isNumber: boolean): string {
  const characters = Array.from(text);
  if (characters.length > width) return `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
  const padding = " ".repeat(width - characters.length);
  return isNumber ? padding + text : text + padding;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
