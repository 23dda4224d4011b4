import { useComputedColorScheme } from "@mantine/core";
import { useMemo } from "react";
import type { Interval } from "../account/address.ts";
import { seriesFigure, seriesRows } from "../account/series.ts";
import { readClock } from "../link/useSpans.ts";
import { WithMarks } from "../link/WithMarks.tsx";
import { chartColours } from "../link/colours.ts";
import type { ClassifiedFiguresQuery } from "../../core/graphql/generated/graphql.ts";

const unitOf = { hour: "Hour", day: "Day", week: "Week from", month: "Month from" } as const;
const chartHeight = 230;

interface ChartProps {
  points: ClassifiedFiguresQuery["classifiedClicks"]["chart"] | undefined;
  interval: Interval;
  people: boolean;
  /** IDs of the links by which the view is filtered; null for all links. */
  linkIds: readonly string[] | null;
}

/** Classified clicks over time, in its own chunk so that the figures above are shown first. */
export default function Chart({ points, interval, people, linkIds }: ChartProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const rows = useMemo(() => points && seriesRows(points), [points]);
  const figure = useMemo(
    () => rows && seriesFigure(rows, interval, colours, { now: readClock() }),
    [rows, interval, colours],
  );
  return (
    <WithMarks
      linkIds={linkIds}
      interval={interval}
      level={2}
      title={people ? "People over time" : "Bots over time"}
      countLabel="Clicks"
      unit={unitOf[interval]}
      rows={rows}
      figure={figure ?? null}
      height={chartHeight}
      emptyText="No clicks"
      fileName={people ? "people" : "bots"}
    />
  );
}
