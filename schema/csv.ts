/** A number given as its digits, for numbers that JavaScript would round. Throws TypeError if it is not a number. */
export class CsvNumber {
  readonly digits: string;

  constructor(digits: string) {
    if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(digits))
      throw new TypeError(`the CSV value is not a number: ${digits}`);
    this.digits = digits;
  }
}

/** A value of a cell in a CSV file. */
export type CsvValue = string | number | boolean | null | CsvNumber;

/**
 * Matches the positions where a spreadsheet may begin to read a formula: at the start of a cell, and after characters
 * that some spreadsheets treat as its end. In many countries Excel splits at semicolons and then doesn't recognise our
 * quotes. An existing apostrophe gets another one, so that reading the cell can restore it.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|[\0"'])*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;
const defusedStart = /(?<=^|[;\t\r\n])'(?=(?:[^\S\t\r\n]|[\0"'])*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/g;

/** Matches most strings, which need no quoting, faster than the checks for the others. */
const harmless = /^(?:[0-9A-Za-z][^",;\t\r\n]*)?$/;

/**
 * Formats one line of CSV (RFC 4180), with its line end. A string that a spreadsheet would run as a formula gets quotes
 * and a leading apostrophe, as OWASP advises. Numbers are not user input and stay numbers.
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

/** Returns the text of a cell without the apostrophes that csvLine added. */
export function withoutDefusing(cell: string): string {
  return cell.replaceAll(defusedStart, "");
}
