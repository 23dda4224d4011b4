import { ActionIcon, Skeleton, Table, Tooltip } from "@mantine/core";
import { IconChartHistogram, IconTable } from "@tabler/icons-react";
import { Suspense, lazy, useId, useState } from "react";
import { formatCount } from "../links/linkTexts.ts";
import classes from "./ChartCard.module.css";
import type { ChartRow, Figure } from "./figures.ts";

const PlotlyChart = lazy(() => import("./PlotlyChart.tsx"));

interface ChartCardProps {
  title: string;
  /** What the first column of the table holds. */
  unit: string;
  rows: readonly ChartRow[] | undefined;
  figure: Figure | null;
  height: number;
  className?: string | undefined;
}

/** A chart with its title, a spoken summary, and the same figures as a table on demand. */
export function ChartCard({ title, unit, rows, figure, height, className }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const titleId = useId();
  const empty = rows !== undefined && rows.every((row) => row.clicks === 0);
  const toggleLabel = asTable ? `Show ${title} as chart` : `Show ${title} as table`;

  return (
    <section className={[classes.card, className].filter(Boolean).join(" ")} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId} className={classes.title}>
          {title}
        </h3>
        {rows && !empty && (
          <Tooltip label={asTable ? "Show as chart" : "Show as table"}>
            <ActionIcon variant="subtle" color="gray" aria-label={toggleLabel} onClick={() => setAsTable(!asTable)}>
              {asTable ? <IconChartHistogram size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={classes.body} style={{ height }}>
        {rows === undefined && <Skeleton height={height} radius="md" />}
        {empty && <p className={classes.empty}>Unknown for all clicks</p>}
        {rows && !empty && asTable && <ChartTable title={title} unit={unit} rows={rows} />}
        {rows && !empty && !asTable && figure && (
          <Suspense fallback={<Skeleton height={height} radius="md" />}>
            <div role="img" aria-label={summary(title, rows)}>
              <PlotlyChart figure={figure} height={height} />
            </div>
          </Suspense>
        )}
      </div>
    </section>
  );
}

function ChartTable({ title, unit, rows }: { title: string; unit: string; rows: readonly ChartRow[] }) {
  return (
    // It scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={`${title}, table`}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{unit}</Table.Th>
            <Table.Th ta="right">Clicks</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.label}>
              <Table.Td>{row.label}</Table.Td>
              <Table.Td ta="right" className="tabular">
                {formatCount(row.clicks)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Long series are told by their total and peak; short ones in full. */
function summary(title: string, rows: readonly ChartRow[]): string {
  if (rows.length <= 10) return `${title}: ${rows.map((row) => `${row.label} ${formatCount(row.clicks)}`).join(", ")}`;
  const total = rows.reduce((sum, row) => sum + row.clicks, 0);
  const peak = rows.reduce((best, row) => (row.clicks > best.clicks ? row : best));
  return `${title}: ${formatCount(total)} in total, most on ${peak.label} with ${formatCount(peak.clicks)}`;
}
