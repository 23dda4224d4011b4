import bar from "plotly.js/lib/bar";
import Plotly from "plotly.js/lib/core";
import pie from "plotly.js/lib/pie";
import createPlotlyComponent from "react-plotly.js/factory";
import type { Figure } from "./figures.ts";

// Lines are part of the core; nothing else is in use.
Plotly.register([bar, pie]);
const Plot = createPlotlyComponent(Plotly);
const config = { displayModeBar: false, responsive: true };

export default function PlotlyChart({ figure, height }: { figure: Figure; height: number }) {
  return (
    <Plot
      data={figure.data}
      layout={figure.layout}
      config={config}
      useResizeHandler
      style={{ width: "100%", height }}
    />
  );
}
