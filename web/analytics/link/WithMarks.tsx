import type { MarkedChartProps } from "./MarkedChart.tsx";
import { lazy, Suspense } from "react";
import { ChartCard } from "./ChartCard.tsx";

/** Falls back to the chart without marks if their chunk can't be loaded. */
const MarkedChart = lazy(() => import("./MarkedChart.tsx").catch(() => ({ default: Unmarked })));

function Unmarked({ linkIds: _links, interval: _interval, ...card }: MarkedChartProps) {
  return <ChartCard {...card} />;
}

/** A chart over time; marks are loaded later, in their own chunk. */
export function WithMarks(props: MarkedChartProps) {
  return (
    <Suspense fallback={<Unmarked {...props} />}>
      <MarkedChart {...props} />
    </Suspense>
  );
}
