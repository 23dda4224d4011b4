/** One line of CSV (RFC 4180), with its line end. */
export function csvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvValue).join(",")}\r\n`;
}

function csvValue(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
