/** A number by its digits, of which JavaScript's own would lose some. Throws TypeError for what isn't one. */
export class CsvNumber {
  readonly digits: string;

  constructor(digits: string) {
    if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(digits)) throw new TypeError(`not a number: ${digits}`);
    this.digits = digits;
  }
}

/** What a cell of a CSV file is written from. */
export type CsvValue = string | number | boolean | null | CsvNumber;

/**
 * Where a spreadsheet may begin to read a formula: at the start of a cell, and after what it takes for the end of one
 * though we don't: in many countries Excel splits at semicolons, and then doesn't know our quotes. An apostrophe that
 * stands there already gets another one, so that both can be told apart when the cell is read.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|[\0"'])*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;
const defusedStart = /(?<=^|[;\t\r\n])'(?=(?:[^\S\t\r\n]|[\0"'])*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/g;

/** Most texts: found much faster than what has to be done to the others. */
const harmless = /^(?:[0-9A-Za-z][^",;\t\r\n]*)?$/;

/**
 * One line of CSV (RFC 4180), with its line end. A text that a spreadsheet would run as a formula gets an apostrophe
 * before it, as OWASP advises, and quotes. Numbers are our own and stay numbers.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value instanceof CsvNumber) return value.digits;
  if (typeof value !== "string") return value === null ? "" : String(value);
  if (harmless.test(value)) return value;
  const safe = value.replaceAll(formulaStart, "'");
  return safe !== value || /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell as it was before csvLine defused it. */
export function withoutDefusing(cell: string): string {
  return cell.replaceAll(defusedStart, "");
}
