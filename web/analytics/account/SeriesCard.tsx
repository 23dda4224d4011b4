import { useComputedColorScheme } from "@mantine/core";
import { useCallback, useMemo } from "react";
import { MeasuredChart } from "../link/MeasuredChart.tsx";
import { useConvertedSeries } from "../conversions/useConvertedSeries.ts";
import type { AccountFiguresQuery } from "../../core/graphql/generated/graphql.ts";
import { chartColours } from "../link/colours.ts";
import type { ChartRow } from "../link/figures.ts";
import type { Interval } from "./address.ts";
import { readClock } from "../link/useSpans.ts";
import { seriesFigure, seriesRows } from "./series.ts";
import type { Question } from "./useAccountAnalytics.ts";

type Points = AccountFiguresQuery["analytics"]["chart"];

export interface SeriesCardProps {
  points: Points | undefined;
  before: Points | undefined;
  question: Question;
  /** Query for the previous period. */
  questionBefore: Question | null;
  interval: Interval;
  /** IDs of the links by which the view is filtered; null for all links. */
  linkIds: readonly string[] | null;
}

const chartHeight = 230;
const unitOf = { hour: "Hour", day: "Day", week: "Week from", month: "Month from" } as const;

/** Clicks and conversions over time, compared with the previous period. */
export function SeriesCard({ points, before, question, questionBefore, interval, linkIds }: SeriesCardProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const converted = useConvertedSeries(question, interval);
  const convertedBefore = useConvertedSeries(questionBefore, interval);
  const rows = useMemo(() => points && seriesRows(points, converted), [points, converted]);
  const rowsBefore = useMemo(() => before && seriesRows(before, convertedBefore), [before, convertedBefore]);
  const figureOf = useCallback(
    (drawn: readonly ChartRow[], drawnBefore: readonly ChartRow[] | undefined) =>
      seriesFigure(drawn, interval, colours, { now: readClock(), before: drawnBefore }),
    [interval, colours],
  );
  return (
    <MeasuredChart
      linkIds={linkIds}
      interval={interval}
      level={2}
      titleEnd="over time"
      subtitle={before ? "dotted: the period before" : undefined}
      unit={unitOf[interval]}
      rows={rows}
      before={rowsBefore}
      figureOf={figureOf}
      height={chartHeight}
      emptyText="No clicks"
      fileName="analytics"
    />
  );
}
