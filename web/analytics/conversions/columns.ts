import { decimalText, moneyText } from "@hoplog/schema/conversions/money.js";
import { formatCount } from "../../links/core/view/formatCount.ts";
import type { Converted } from "../../links/conversions/texts.ts";

/** Something with what its clicks became. */
export interface ConvertedRow {
  readonly converted?: Converted | undefined;
}

/** A column beside clicks: as tables show it, and as files have it. */
export interface ConvertedColumn {
  readonly heading: string;
  readonly textOf: (row: ConvertedRow) => string;
  readonly valueOf: (row: ConvertedRow) => string | number;
}

/** Leads, sales, and the revenue of each currency that is among the rows by itself; none where no row says what its clicks became. */
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

/** Of all rows, by name. */
export function currenciesOf(rows: readonly ConvertedRow[]): string[] {
  const all = rows.flatMap(({ converted }) => converted?.revenue ?? []);
  return [...new Set(all.map(({ currency }) => currency))].toSorted();
}

/** In minor units; 0 where nothing was sold in it. */
export function amountOf(converted: Converted | undefined, wanted: string): number {
  return converted?.revenue.find(({ currency }) => currency === wanted)?.amount ?? 0;
}

/** What a file has of a row, by the columns' headings. */
export function savedCells(columns: readonly ConvertedColumn[], row: ConvertedRow): Record<string, string | number> {
  return Object.fromEntries(columns.map(({ heading, valueOf }) => [heading, valueOf(row)]));
}
