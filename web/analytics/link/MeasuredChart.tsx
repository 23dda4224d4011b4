import { NativeSelect } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ChartRow, Figure } from "./figures.ts";
import { WithMarks } from "./WithMarks.tsx";
import type { MarkedChartProps } from "./MarkedChart.tsx";
import { convertedColumns } from "../conversions/columns.ts";
import { currencyOf, measured, measuresOf, type Measure, moneyAxis } from "./measures.ts";

interface MeasuredChartProps extends Omit<MarkedChartProps, "title" | "figure" | "drawn" | "columns" | "control"> {
  /** End of the title, after the name of the measure. */
  titleEnd: string;
  before: readonly ChartRow[] | undefined;
  figureOf: (rows: readonly ChartRow[], before: readonly ChartRow[] | undefined) => Figure;
}

/** A chart over time of clicks or, if the workspace has conversions, of leads, sales or the revenue in one currency. */
export function MeasuredChart({ titleEnd, rows, before, figureOf, ...card }: MeasuredChartProps) {
  const [wanted, setWanted] = useState<Measure>("clicks");
  const columns = useMemo(() => convertedColumns(rows ?? []), [rows]);
  const measures = useMemo(() => (columns.length > 0 ? measuresOf(rows ?? []) : []), [rows, columns]);
  const chosen = measures.find(({ value }) => value === wanted);
  const measure = chosen?.value ?? "clicks";
  const drawn = useMemo(() => rows && measured(rows, measure), [rows, measure]);
  const drawnBefore = useMemo(() => before && measured(before, measure), [before, measure]);
  const figure = useMemo(() => {
    const plain = drawn && figureOf(drawn, drawnBefore);
    return plain && currencyOf(measure) !== null ? moneyAxis(plain) : (plain ?? null);
  }, [drawn, drawnBefore, measure, figureOf]);
  return (
    <WithMarks
      {...card}
      title={`${chosen?.label ?? "Clicks"} ${titleEnd}`}
      rows={rows}
      drawn={drawn}
      columns={columns}
      figure={figure}
      control={
        columns.length > 0 && (
          <NativeSelect
            size="xs"
            aria-label="What the chart shows"
            data={measures}
            value={measure}
            onChange={({ currentTarget: { value } }) =>
              setWanted(measures.find((known) => known.value === value)?.value ?? "clicks")
            }
          />
        )
      }
    />
  );
}
