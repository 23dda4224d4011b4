import type { ChartColours } from "./colours.ts";
import type { Figure } from "./figures.ts";
import type { Mark } from "./marks.ts";
import { hoverText } from "./markTexts.ts";

/** Adds a thin line per mark to a figure, with a tooltip at its upper end. */
export function markedFigure(figure: Figure, marks: readonly Mark[], colours: ChartColours): Figure {
  const shown = marks.flatMap(({ label, ...mark }) => (label === null ? [] : [{ ...mark, label }]));
  if (shown.length === 0) return figure;
  const top: unknown = figure.layout.yaxis?.range?.[1];
  return {
    data: [
      ...figure.data,
      {
        type: "scatter",
        mode: "markers",
        x: shown.map(({ label }) => label),
        y: shown.map(() => (typeof top === "number" ? top : 0)),
        text: shown.map(hoverText),
        hovertemplate: "%{text}<extra></extra>",
        marker: { color: colours.second, size: 9, symbol: "triangle-down" },
        cliponaxis: false,
      },
    ],
    layout: {
      ...figure.layout,
      shapes: shown.map(({ label }) => ({
        type: "line",
        x0: label,
        x1: label,
        yref: "paper",
        y0: 0,
        y1: 1,
        line: { color: colours.second, width: 1 },
      })),
    },
  };
}
