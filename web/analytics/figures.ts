import type { Data, Layout } from "plotly.js";
import { sansFonts } from "../theme/fonts.ts";
import type { ChartColours } from "./colours.ts";
import { countryColour } from "./colours.ts";

/** One row of what a chart shows, which is also one row of its table. */
export interface ChartRow {
  readonly label: string;
  readonly clicks: number;
}

export interface Figure {
  readonly data: Data[];
  readonly layout: Partial<Layout>;
}

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

export function barFigure(rows: readonly ChartRow[], colours: ChartColours, colour: string): Figure {
  const max = Math.max(1, ...rows.map((row) => row.clicks));
  return {
    data: [
      {
        type: "bar",
        orientation: "h",
        y: rows.map((row) => row.label),
        x: rows.map((row) => row.clicks),
        text: rows.map((row) => row.clicks.toLocaleString()),
        textposition: "outside",
        cliponaxis: false,
        marker: { color: colour },
        hovertemplate: "%{y}: %{x}<extra></extra>",
      },
    ],
    layout: {
      ...frame(colours),
      margin: { l: 8, r: 16, t: 4, b: 26 },
      bargap: 0.42,
      // Five slots whether or not all are filled, so that one browser isn't one huge block.
      yaxis: { automargin: true, range: [Math.max(rows.length, 5) - 0.5, -0.5], ticksuffix: "  ", fixedrange: true },
      xaxis: { ...countAxis(colours, max), range: [0, max * 1.16] },
    },
  };
}

export function lineFigure(rows: readonly ChartRow[], colours: ChartColours): Figure {
  const max = Math.max(1, ...rows.map((row) => row.clicks));
  return {
    data: [
      {
        type: "scatter",
        mode: rows.length > 45 ? "lines" : "lines+markers",
        x: rows.map((row) => row.label),
        y: rows.map((row) => row.clicks),
        line: { color: colours.accent, width: 2.5 },
        marker: { color: colours.accent, size: 6 },
        cliponaxis: false,
        fill: "tozeroy",
        fillcolor: colours.accentWash,
        hovertemplate: "%{x|%e %b %Y}: %{y}<extra></extra>",
      },
    ],
    layout: {
      ...frame(colours),
      margin: { l: 8, r: 16, t: 10, b: 30 },
      hovermode: "x",
      xaxis: {
        type: "date",
        fixedrange: true,
        showgrid: false,
        tickformat: "%e %b",
        tickcolor: colours.grid,
        linecolor: colours.grid,
        ...(rows.length <= 7 ? { tickmode: "array", tickvals: rows.map((row) => row.label) } : { nticks: 9 }),
      },
      yaxis: { ...countAxis(colours, max), automargin: true, range: [0, max * 1.12] },
    },
  };
}

function frame(colours: ChartColours): Partial<Layout> {
  return {
    autosize: true,
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    showlegend: false,
    font: { family: sansFonts, size: 13, color: colours.text },
    hoverlabel: { font: { family: sansFonts, size: 13 } },
  };
}

function legend(colours: ChartColours): NonNullable<Layout["legend"]> {
  return { orientation: "h", x: 0.5, xanchor: "center", y: -0.06, font: { color: colours.text, size: 13 } };
}

/** Clicks come whole: never a tick at half a click. */
function countAxis(colours: ChartColours, max: number) {
  return {
    fixedrange: true,
    gridcolor: colours.grid,
    zerolinecolor: colours.grid,
    tickformat: ",d",
    ...(max < 5 ? { dtick: 1 } : { nticks: 5 }),
  };
}
