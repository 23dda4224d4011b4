import type { Data, Layout } from "plotly.js";
import type { Converted } from "../../links/conversions/texts.ts";
import { sansFonts } from "../../core/theme/fonts.ts";
import type { ChartColours } from "./colours.ts";

/** A row of a chart and of its table. */
export interface ChartRow {
  readonly label: string;
  readonly clicks: number;
  /** The value to filter by; rows without one can't be picked. */
  readonly key?: string;
  /** The clicks' conversions, if the workspace has any. */
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
      // At least five slots, so that a single bar is not drawn as one huge block.
      yaxis: { automargin: true, range: [Math.max(rows.length, 5) - 0.5, -0.5], ticksuffix: "  ", fixedrange: true },
      xaxis: { ...countAxis(colours, max), range: [0, max * 1.28], tickangle: 0, nticks: 4 },
    },
  };
}

/** Shortens a label, to leave space for the bar next to it. */
function shortened(label: string): string {
  const max = 20;
  return label.length > max ? `${label.slice(0, max - 1)}…` : label;
}

/** Returns the layout that all charts share. */
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

/** Returns an axis of whole clicks, without ticks at half a click. */
export function countAxis(colours: ChartColours, max: number) {
  return {
    fixedrange: true,
    gridcolor: colours.grid,
    zerolinecolor: colours.grid,
    tickformat: ",d",
    ...(max < 5 ? { dtick: 1 } : { nticks: 5 }),
  };
}
