import type { Data } from "plotly.js";
import type { ChartColours } from "./colours.ts";
import { type ChartRow, countAxis, type Figure, frame } from "./figures.ts";

interface LineOptions {
  /** Rows of the previous period, which has the same length, drawn as a dotted line. */
  readonly before?: readonly ChartRow[] | undefined;
  /** Whether the last row's interval is not over, so that the line to it is dashed. */
  readonly isUnfinished?: boolean;
  /** d3 format of a row's time in tooltips. */
  readonly hoverDate?: string;
}

/** A line chart over time. */
export function lineFigure(rows: readonly ChartRow[], colours: ChartColours, options: LineOptions = {}): Figure {
  const { before, isUnfinished = false, hoverDate = "%e %b %Y" } = options;
  const max = Math.max(1, ...rows.map((row) => row.clicks), ...(before ?? []).map((row) => row.clicks));
  const hovertemplate = `%{x|${hoverDate}}: %{y}<extra></extra>`;
  const mode = rows.length > 45 ? "lines" : "lines+markers";
  return {
    data: [
      ...(before ? [previousLine(rows, before, colours)] : []),
      ...(isUnfinished ? unfinishedEnd(rows, colours, hovertemplate) : []),
      {
        ...line(isUnfinished ? rows.slice(0, -1) : rows, colours),
        mode,
        marker: { color: colours.accent, size: 6 },
        hovertemplate,
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
        // The month is below the day, so that seven labels fit on a phone.
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

function line(rows: readonly ChartRow[], colours: ChartColours) {
  return {
    type: "scatter",
    x: rows.map((row) => row.label),
    y: rows.map((row) => row.clicks),
    line: { color: colours.accent, width: 2.5 },
    cliponaxis: false,
    fill: "tozeroy",
    fillcolor: colours.accentWash,
  } as const;
}

/** Returns the dashed line to the last row, and its point. */
function unfinishedEnd(rows: readonly ChartRow[], colours: ChartColours, hovertemplate: string): Data[] {
  const way = line(rows.slice(-2), colours);
  const point = {
    ...line(rows.slice(-1), colours),
    mode: "markers",
    marker: { color: colours.accent, size: 6 },
  } as const;
  return [
    { ...way, mode: "lines", line: { ...way.line, dash: "dash" }, hoverinfo: "skip" },
    { ...point, hovertemplate: hovertemplate.replace("><", ">so far<") },
  ];
}

function previousLine(rows: readonly ChartRow[], before: readonly ChartRow[], colours: ChartColours): Data {
  const shown = before.slice(-rows.length);
  return {
    type: "scatter",
    mode: "lines",
    // Both series end at the same row; empty days are prepended to short ones.
    x: rows.slice(-shown.length).map((row) => row.label),
    y: shown.map((row) => row.clicks),
    customdata: shown.map((row) => row.label),
    line: { color: colours.second, width: 2, dash: "dot" },
    hovertemplate: "%{customdata}: %{y}<extra>before</extra>",
  };
}

/** Returns the axis range, with a margin of at least a quarter of a day per side, so that no point is at an edge. */
function withMargin(rows: readonly ChartRow[]): { range?: [string, string] } {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => Date.parse(row?.label ?? ""));
  if (first === undefined || last === undefined || Number.isNaN(first + last)) return {};
  const margin = Math.max(0.25, rows.length / 80) * 24 * 60 * 60 * 1000;
  const text = (at: number) => new Date(at).toISOString().slice(0, 19);
  return { range: [text(first - margin), text(last + margin)] };
}
