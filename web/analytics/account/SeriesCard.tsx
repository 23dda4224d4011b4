import { useComputedColorScheme } from "@mantine/core";
import { useMemo } from "react";
import type { AccountFiguresQuery } from "../../graphql/generated/graphql.ts";
import { WithMarks } from "../WithMarks.tsx";
import { chartColours } from "../colours.ts";
import type { Interval } from "./address.ts";
import { seriesFigure, seriesRows } from "./series.ts";

type Points = AccountFiguresQuery["analytics"]["chart"];

export interface SeriesCardProps {
  points: Points | undefined;
  before: Points | undefined;
  interval: Interval;
  /** The links that the view is narrowed to; null: all. */
  linkIds: readonly string[] | null;
}

const chartHeight = 230;
const unitOf = { hour: "Hour", day: "Day", week: "Week from", month: "Month from" } as const;

/** Clicks over time, beside those of the time before. */
export function SeriesCard({ points, before, interval, linkIds }: SeriesCardProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const rows = useMemo(() => points && seriesRows(points), [points]);
  const rowsBefore = useMemo(() => before && seriesRows(before), [before]);
  const figure = useMemo(
    () => rows && seriesFigure(rows, interval, colours, rowsBefore),
    [rows, interval, colours, rowsBefore],
  );
  return (
    <WithMarks
      linkIds={linkIds}
      interval={interval}
      level={2}
      title="Clicks over time"
      subtitle={before ? "dotted: the period before" : undefined}
      unit={unitOf[interval]}
      rows={rows}
      figure={figure ?? null}
      height={chartHeight}
      emptyText="No clicks"
      fileName="analytics"
    />
  );
}
