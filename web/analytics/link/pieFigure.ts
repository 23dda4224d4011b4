import type { Layout } from "plotly.js";
import type { ChartColours } from "./colours.ts";
import { countryColour } from "./colours.ts";
import { type ChartRow, type Figure, frame } from "./figures.ts";

export function pieFigure(rows: readonly ChartRow[], colours: ChartColours): Figure {
  return {
    data: [
      {
        type: "pie",
        labels: rows.map((row) => row.label),
        values: rows.map((row) => row.clicks),
        marker: {
          colors: rows.map((row) => countryColour(row.label)),
          line: { color: colours.surface, width: 2 },
        },
        hole: 0.56,
        sort: false,
        direction: "clockwise",
        texttemplate: "%{percent:.0%}",
        textposition: "inside",
        insidetextfont: { color: "#0c1a12", weight: 600 },
        insidetextorientation: "horizontal",
        hovertemplate: "%{label}: %{value} (%{percent:.1%})<extra></extra>",
      },
    ],
    layout: { ...frame(colours), margin: { l: 8, r: 8, t: 8, b: 8 }, showlegend: true, legend: legend(colours) },
  };
}

function legend(colours: ChartColours): NonNullable<Layout["legend"]> {
  return { orientation: "h", x: 0.5, xanchor: "center", y: -0.06, font: { color: colours.text, size: 13 } };
}
