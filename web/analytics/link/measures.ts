import { majorUnits } from "@hoplog/schema/conversions/money.js";
import type { ChartRow, Figure } from "./figures.ts";
import { amountOf, currenciesOf } from "../conversions/columns.ts";

/** Quantity that a chart over time draws; `revenue EUR` is the revenue in one currency. */
export type Measure = "clicks" | "leads" | "sales" | `revenue ${string}`;

export interface MeasureOption {
  readonly value: Measure;
  readonly label: string;
}

/** The measures available in a chart's rows. */
export function measuresOf(rows: readonly ChartRow[]): MeasureOption[] {
  return [
    { value: "clicks", label: "Clicks" },
    { value: "leads", label: "Leads" },
    { value: "sales", label: "Sales" },
    ...currenciesOf(rows).map((currency): MeasureOption => ({
      value: `revenue ${currency}`,
      label: `Revenue (${currency})`,
    })),
  ];
}

export function currencyOf(measure: Measure): string | null {
  return measure.startsWith("revenue ") ? measure.slice("revenue ".length) : null;
}

/** Replaces the clicks of the rows with a measure; revenue is in major units. */
export function measured(rows: readonly ChartRow[], measure: Measure): readonly ChartRow[] {
  if (measure === "clicks") return rows;
  const currency = currencyOf(measure);
  return rows.map((row) => ({ ...row, clicks: valueOf(row, measure, currency) }));
}

function valueOf({ converted }: ChartRow, measure: Measure, currency: string | null): number {
  if (currency !== null) return majorUnits({ currency, amount: amountOf(converted, currency) });
  return (measure === "leads" ? converted?.leads : converted?.sales) ?? 0;
}

/** Formats the axis for money, which has fractions. */
export function moneyAxis({ data, layout }: Figure): Figure {
  const { dtick: _dtick, ...yaxis } = layout.yaxis ?? {};
  return { data, layout: { ...layout, yaxis: { ...yaxis, nticks: 5, tickformat: ",~f", hoverformat: ",.2~f" } } };
}
