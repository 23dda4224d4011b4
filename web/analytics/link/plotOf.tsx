import Plotly from "plotly.js/lib/core";
import { useMemo } from "react";
import createPlotlyComponent from "react-plotly.js/factory";
import { escapedFigure } from "./escapedFigure.ts";
import type { Figure } from "./figures.ts";

interface PlotProps {
  figure: Figure;
  height: number;
  /** Called with the index of the clicked row; -1 if the chart reports none. */
  onPick?: ((index: number) => void) | undefined;
}

const Plot = createPlotlyComponent(Plotly);

/**
 * Creates the component that draws figures of these trace types, with texts escaped; line traces are part of Plotly's
 * core.
 */
export function plotOf(traces: Parameters<typeof Plotly.register>[0], settings: object = {}) {
  Plotly.register(traces);
  const config = { displayModeBar: false, responsive: true, ...settings };
  return function DrawnPlot({ figure, height, onPick }: PlotProps) {
    const drawn = useMemo(() => escapedFigure(figure), [figure]);
    return (
      <Plot
        data={drawn.data}
        layout={drawn.layout}
        config={config}
        useResizeHandler
        style={{ width: "100%", height }}
        onClick={(event) => onPick?.(pickedRow(event.points))}
      />
    );
  };
}

/**
 * Returns the row index of the first clicked point, which Plotly names differently per trace type; -1 if there is none.
 */
function pickedRow(points: readonly object[]): number {
  const [point] = points;
  if (point && "pointNumber" in point && typeof point.pointNumber === "number") return point.pointNumber;
  if (point && "pointIndex" in point && typeof point.pointIndex === "number") return point.pointIndex;
  return -1;
}
