import type { Data, Layout } from "plotly.js";
import type { Converted } from "../conversions/texts.ts";
import { sansFonts } from "../theme/fonts.ts";
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

/** `before`: the same stretch of the time before, day for day, drawn as a dotted line. */
export function lineFigure(rows: readonly ChartRow[], colours: ChartColours, before?: readonly ChartRow[]): Figure {
  const max = Math.max(1, ...rows.map((row) => row.clicks), ...(before ?? []).map((row) => row.clicks));
  return {
    data: [
      ...(before ? [previousLine(rows, before, colours)] : []),
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
      margin: { l: 8, r: 16, t: 10, b: 40 },
      hovermode: "x",
      xaxis: {
        type: "date",
        fixedrange: true,
        showgrid: false,
        // The month below the day: seven of them fit on a phone.
        tickformat: "%e\n%b",
        tickangle: 0,
        ...withMargin(rows),
        tickcolor: colours.grid,
        linecolor: colours.grid,
        ...(rows.length <= 7 ? { tickmode: "array", tickvals: rows.map((row) => row.label) } : { nticks: 9 }),
      },
      yaxis: { ...countAxis(colours, max), automargin: true, range: [0, max * 1.12] },
    },
  };
}

function previousLine(rows: readonly ChartRow[], before: readonly ChartRow[], colours: ChartColours): Data {
  const shown = before.slice(-rows.length);
  return {
    type: "scatter",
    mode: "lines",
    x: rows.slice(0, shown.length).map((row) => row.label),
    y: shown.map((row) => row.clicks),
    customdata: shown.map((row) => row.label),
    line: { color: colours.second, width: 2, dash: "dot" },
    hovertemplate: "%{customdata}: %{y}<extra>before</extra>",
  };
}

/** A quarter of a day on both sides, so that neither point stands on the edge. */
function withMargin(rows: readonly ChartRow[]): { range?: [string, string] } {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => Date.parse(row?.label ?? ""));
  if (first === undefined || last === undefined || Number.isNaN(first + last)) return {};
  const margin = Math.max(0.25, rows.length / 80) * 24 * 60 * 60 * 1000;
  const text = (at: number) => new Date(at).toISOString().slice(0, 19);
  return { range: [text(first - margin), text(last + margin)] };
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
