import type { MarkedChartProps } from "./MarkedChart.tsx";
import { lazy, Suspense } from "react";
import { ChartCard } from "./ChartCard.tsx";

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
