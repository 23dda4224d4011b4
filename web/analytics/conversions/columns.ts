import { decimalText, moneyText } from "@hoplog/schema/conversions/money.js";
import { formatCount } from "../../links/core/view/formatCount.ts";
import type { Converted } from "../../links/conversions/texts.ts";

/** A row that may have conversions. */
export interface ConvertedRow {
  readonly converted?: Converted | undefined;
}

/** A column next to clicks, with its text for tables and its value for files. */
export interface ConvertedColumn {
  readonly heading: string;
  readonly textOf: (row: ConvertedRow) => string;
  readonly valueOf: (row: ConvertedRow) => string | number;
}

/** Columns for leads, sales and the revenue in each currency of the rows; none if no row has conversions. */
export function convertedColumns(rows: readonly ConvertedRow[]): ConvertedColumn[] {
  if (rows.every(({ converted }) => converted === undefined)) return [];
  const counted = (heading: string, of: "leads" | "sales"): ConvertedColumn => ({
    heading,
    textOf: ({ converted }) => (converted ? formatCount(converted[of]) : ""),
    valueOf: ({ converted }) => converted?.[of] ?? "",
  });
  const revenue = (currency: string): ConvertedColumn => {
    const moneyOf = ({ converted }: ConvertedRow) => ({ currency, amount: amountOf(converted, currency) });
    return {
      heading: `Revenue (${currency})`,
      textOf: (row) => (row.converted ? moneyText(moneyOf(row)) : ""),
      valueOf: (row) => (row.converted ? decimalText(moneyOf(row)) : ""),
    };
  };
  return [counted("Leads", "leads"), counted("Sales", "sales"), ...currenciesOf(rows).map(revenue)];
}

/** All currencies of the rows, sorted. */
export function currenciesOf(rows: readonly ConvertedRow[]): string[] {
  const all = rows.flatMap(({ converted }) => converted?.revenue ?? []);
  return [...new Set(all.map(({ currency }) => currency))].toSorted();
}

/** Revenue in one currency, in minor units; 0 if there is none. */
export function amountOf(converted: Converted | undefined, wanted: string): number {
  return converted?.revenue.find(({ currency }) => currency === wanted)?.amount ?? 0;
}

/** A row's cells in a file, by column heading. */
export function savedCells(columns: readonly ConvertedColumn[], row: ConvertedRow): Record<string, string | number> {
  return Object.fromEntries(columns.map(({ heading, valueOf }) => [heading, valueOf(row)]));
}
