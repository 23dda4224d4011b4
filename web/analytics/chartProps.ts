import type { Figure } from "./figures.ts";

export interface ChartProps {
  figure: Figure;
  height: number;
  /** Called with the position of the clicked row. */
  onPick?: ((index: number) => void) | undefined;
}

export const chartConfig = { displayModeBar: false, responsive: true };

/** The row of the first clicked point; Plotly names it differently from trace to trace. -1: none. */
export function pickedRow(points: readonly object[]): number {
  const [point] = points;
  if (point && "pointNumber" in point && typeof point.pointNumber === "number") return point.pointNumber;
  if (point && "pointIndex" in point && typeof point.pointIndex === "number") return point.pointIndex;
  return -1;
}
