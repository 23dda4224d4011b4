import type { Data } from "plotly.js";
import type { ChartColours } from "../../../analytics/link/colours.ts";
import { pieColours } from "../../../analytics/link/colours.ts";
import type { Figure } from "../../../analytics/link/figures.ts";
import { sansFonts } from "../../../core/theme/fonts.ts";
import type { SqlResult } from "./consoleCalls.ts";
import { cellText, type ChartChoice, kindOf, numberOf } from "./values.ts";

/** Maximum number of rows that a chart draws. */
export const chartRowsMax = 2000;

/** Draws lines over times and numbers, and bars over other columns. */
export function sqlFigure({ columns, rows }: SqlResult, { x, y }: ChartChoice, colours: ChartColours): Figure {
  const kind = kindOf(columns[x]?.type ?? "");
  const drawn = rows.slice(0, chartRowsMax);
  const across = drawn.map((row) => (kind === "number" ? numberOf(row[x]) : cellText(row[x])));
  const data = y.map((column, i): Data => {
    const color = pieColours[i % pieColours.length] ?? colours.accent;
    const common = {
      name: columns[column]?.name ?? "",
      x: across,
      y: drawn.map((row) => numberOf(row[column])),
      hovertemplate: "%{x}: %{y}<extra>%{fullData.name}</extra>",
    };
    return kind === "text"
      ? { ...common, type: "bar", marker: { color } }
      : { ...common, type: "scatter", mode: drawn.length > 60 ? "lines" : "lines+markers", line: { color, width: 2 } };
  });
  const axis = { gridcolor: colours.grid, linecolor: colours.grid, zerolinecolor: colours.grid, automargin: true };
  return {
    data,
    layout: {
      autosize: true,
      margin: { l: 12, r: 12, t: 8, b: 12 },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: sansFonts, size: 12, color: colours.text },
      showlegend: y.length > 1,
      legend: { orientation: "h", y: 1.1 },
      barmode: "group",
      xaxis: { ...axis, type: kind === "time" ? "date" : kind === "number" ? "linear" : "category", fixedrange: true },
      yaxis: { ...axis, rangemode: "tozero", fixedrange: true },
    },
  };
}
