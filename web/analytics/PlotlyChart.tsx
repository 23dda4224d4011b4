import bar from "plotly.js/lib/bar";
import Plotly from "plotly.js/lib/core";
import pie from "plotly.js/lib/pie";
import createPlotlyComponent from "react-plotly.js/factory";
import type { ChartProps } from "./chartProps.ts";
import { chartConfig, pickedRow } from "./chartProps.ts";

// Lines are part of the core; the map has a chunk of its own.
Plotly.register([bar, pie]);
const Plot = createPlotlyComponent(Plotly);

export default function PlotlyChart({ figure, height, onPick }: ChartProps) {
  return (
    <Plot
      data={figure.data}
      layout={figure.layout}
      config={chartConfig}
      useResizeHandler
      style={{ width: "100%", height }}
      onClick={(event) => onPick?.(pickedRow(event.points))}
    />
  );
}
