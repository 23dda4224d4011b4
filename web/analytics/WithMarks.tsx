import { lazy, Suspense } from "react";
import { ChartCard, type ChartCardProps } from "./ChartCard.tsx";
import type { Interval } from "./rowTimes.ts";

export interface MarkedChartProps extends ChartCardProps {
  /** Whose edits are marks too; null: the chart is of all links. */
  linkIds: readonly string[] | null;
  interval: Interval;
}

/** Without its marks the chart is a chart all the same. */
const MarkedChart = lazy(() => import("./MarkedChart.tsx").catch(() => ({ default: Unmarked })));

function Unmarked({ linkIds: _links, interval: _interval, ...card }: MarkedChartProps) {
  return <ChartCard {...card} />;
}

/** A chart over time; what happened meanwhile comes late, in a chunk of its own. */
export function WithMarks(props: MarkedChartProps) {
  return (
    <Suspense fallback={<Unmarked {...props} />}>
      <MarkedChart {...props} />
    </Suspense>
  );
}
