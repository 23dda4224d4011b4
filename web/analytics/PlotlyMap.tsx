import choropleth from "plotly.js/lib/choropleth";
import Plotly from "plotly.js/lib/core";
import createPlotlyComponent from "react-plotly.js/factory";
import type { ChartProps } from "./chartProps.ts";
import { chartConfig, pickedRow } from "./chartProps.ts";

Plotly.register([choropleth]);
const Plot = createPlotlyComponent(Plotly);
// From our own server: nobody else learns who looks at what.
const config = { ...chartConfig, topojsonURL: "/assets/", scrollZoom: false };

export default function PlotlyMap({ figure, height, onPick }: ChartProps) {
  return (
    <Plot
      data={figure.data}
      layout={figure.layout}
      config={config}
      useResizeHandler
      style={{ width: "100%", height }}
      onClick={(event) => onPick?.(pickedRow(event.points))}
    />
  );
}
