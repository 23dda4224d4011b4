import type { Data, Layout } from "plotly.js";
import type { Converted } from "../../links/conversions/texts.ts";
import { sansFonts } from "../../core/theme/fonts.ts";
import type { ChartColours } from "./colours.ts";

/** One row of what a chart shows, which is also one row of its table. */
export interface ChartRow {
  readonly label: string;
  readonly clicks: number;
  /** What a filter by this row looks for; rows without one can't be picked. */
  readonly key?: string;
  /** What the clicks became, where the workspace has conversions. */
  readonly converted?: Converted | undefined;
}

export interface Figure {
  readonly data: Data[];
  readonly layout: Partial<Layout>;
}

export function barFigure(rows: readonly ChartRow[], colours: ChartColours, colour: string): Figure {
  const max = Math.max(1, ...rows.map((row) => row.clicks));
  return {
    data: [
      {
        type: "bar",
        orientation: "h",
        y: rows.map((row) => shortened(row.label)),
        x: rows.map((row) => row.clicks),
        customdata: rows.map((row) => row.label),
        text: rows.map((row) => row.clicks.toLocaleString()),
        textposition: "outside",
        cliponaxis: false,
        marker: { color: colour },
        hovertemplate: "%{customdata}: %{x}<extra></extra>",
      },
    ],
    layout: {
      ...frame(colours),
      margin: { l: 8, r: 16, t: 4, b: 26 },
      bargap: 0.42,
      // Five slots whether or not all are filled, so that one browser isn't one huge block.
      yaxis: { automargin: true, range: [Math.max(rows.length, 5) - 0.5, -0.5], ticksuffix: "  ", fixedrange: true },
      xaxis: { ...countAxis(colours, max), range: [0, max * 1.28], tickangle: 0, nticks: 4 },
    },
  };
}

/** Labels stand beside the bars and must leave them room. */
function shortened(label: string): string {
  const max = 20;
  return label.length > max ? `${label.slice(0, max - 1)}…` : label;
}

/** What all charts look like. */
export function frame(colours: ChartColours): Partial<Layout> {
  return {
    autosize: true,
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    showlegend: false,
    font: { family: sansFonts, size: 13, color: colours.text },
    hoverlabel: { font: { family: sansFonts, size: 13 } },
  };
}

/** An axis of whole clicks: never a tick at half a click. */
export function countAxis(colours: ChartColours, max: number) {
  return {
    fixedrange: true,
    gridcolor: colours.grid,
    zerolinecolor: colours.grid,
    tickformat: ",d",
    ...(max < 5 ? { dtick: 1 } : { nticks: 5 }),
  };
}
