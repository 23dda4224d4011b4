import { Skeleton } from "@mantine/core";
import { IconChartHistogram, IconFileTypeCsv, IconPhoto, IconTable } from "../../ui/elements/icons.ts";
import { type ReactNode, Suspense, lazy, useId, useRef, useState } from "react";
import type { ConvertedColumn } from "../conversions/columns.ts";
import { toastFailure } from "../../core/errors/toasts.tsx";
import { fileNameOf, saveCsv } from "../../core/files/saveFile.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import classes from "./ChartCard.module.css";
import { ChartTable } from "./ChartTable.tsx";
import type { ChartRow, Figure } from "./figures.ts";
import { IconButton } from "../../ui/elements/IconButton.tsx";

const PlotlyChart = lazy(() => import("./PlotlyChart.tsx"));
const PlotlyMap = lazy(() => import("./PlotlyMap.tsx"));

export interface ChartCardProps {
  title: string;
  subtitle?: string | undefined;
  /** Header of the table's first column. */
  unit: string;
  /** Header of the table's count column. */
  countLabel?: string;
  rows: readonly ChartRow[] | undefined;
  /** Rows that the figure draws; `rows` by default. */
  drawn?: readonly ChartRow[] | undefined;
  /** Additional columns of the table and the file. */
  columns?: readonly ConvertedColumn[] | undefined;
  figure: Figure | null;
  height: number;
  emptyText?: string;
  kind?: "chart" | "map";
  /** The title's heading level. */
  level?: 2 | 3;
  /** Prefix of the names of saved files. */
  fileName?: string;
  /** Called with the row that was clicked, in the chart or in the table. */
  onPick?: ((row: ChartRow) => void) | undefined;
  className?: string | undefined;
  /** Control that is shown before the buttons above the chart. */
  control?: ReactNode;
  /** Content that is shown below the chart. */
  children?: ReactNode;
}

const noColumns: readonly ConvertedColumn[] = [];

/** A chart with a title, a summary for screen readers, its data as a table on demand, and downloads as PNG and CSV. */
export function ChartCard({
  title,
  subtitle,
  unit,
  countLabel = "Clicks",
  rows,
  drawn = rows,
  columns = noColumns,
  figure,
  height,
  emptyText = "Unknown for all clicks",
  kind = "chart",
  level = 3,
  fileName = "",
  onPick,
  className,
  control,
  children,
}: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const empty = rows !== undefined && rows.every((row) => row.clicks === 0);
  const Heading = level === 2 ? "h2" : "h3";
  const Chart = kind === "map" ? PlotlyMap : PlotlyChart;
  const file = fileNameOf(fileName, title);

  const tool = (label: string) => ({ label, size: "md", "aria-label": `${label}: ${title}` });
  const pick = (index: number) => {
    const row = rows?.[index];
    if (row?.key !== undefined) onPick?.(row);
  };
  const saveRows = () =>
    saveCsv(
      file,
      (rows ?? []).map((row) => ({
        [unit]: row.label,
        [countLabel]: row.clicks,
        ...Object.fromEntries(columns.map(({ heading, valueOf }) => [heading, valueOf(row)])),
      })),
    );
  const savePicture = async () => {
    try {
      const { saveImage } = await import("./saveImage.ts");
      if (frame.current) await saveImage(frame.current, file);
    } catch {
      noFile();
    }
  };

  return (
    <section className={[classes.card, className].filter(Boolean).join(" ")} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Heading id={titleId} className={classes.title}>
          {title}
          {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        </Heading>
        {rows && !empty && (
          <span className={classes.tools}>
            {control}
            {!asTable && <IconButton {...tool("Save as PNG")} icon={IconPhoto} onClick={() => void savePicture()} />}
            <IconButton {...tool("Save as CSV")} icon={IconFileTypeCsv} onClick={saveRows} />
            <IconButton
              {...tool(asTable ? "Show as chart" : "Show as table")}
              icon={asTable ? IconChartHistogram : IconTable}
              onClick={() => setAsTable(!asTable)}
            />
          </span>
        )}
      </div>
      <div className={classes.body} style={{ height }} data-pickable={onPick !== undefined}>
        {rows === undefined && <Skeleton height={height} radius="md" />}
        {empty && <p className={classes.empty}>{emptyText}</p>}
        {rows && !empty && asTable && (
          <ChartTable title={title} unit={unit} countLabel={countLabel} rows={rows} columns={columns} onPick={onPick} />
        )}
        {rows && !empty && !asTable && figure && (
          <Suspense fallback={<Skeleton height={height} radius="md" />}>
            <div ref={frame} role="img" aria-label={summary(title, drawn ?? rows)}>
              <Chart figure={figure} height={height} onPick={onPick ? pick : undefined} />
            </div>
          </Suspense>
        )}
      </div>
      {children}
    </section>
  );
}

function noFile(): void {
  toastFailure("The file could not be made");
}

/** Describes a chart for screen readers: long series by total and peak, short ones in full. */
function summary(title: string, rows: readonly ChartRow[]): string {
  if (rows.length <= 10) return `${title}: ${rows.map((row) => `${row.label} ${formatCount(row.clicks)}`).join(", ")}`;
  const total = rows.reduce((sum, row) => sum + row.clicks, 0);
  const peak = rows.reduce((best, row) => (row.clicks > best.clicks ? row : best));
  return `${title}: ${formatCount(total)} in total, most on ${peak.label} with ${formatCount(peak.clicks)}`;
}
