import { alpha3Of } from "../../ui/countries/alpha3.ts";
import type { ChartColours } from "./colours.ts";
import { type ChartRow, type Figure, frame } from "./figures.ts";

/**
 * Returns a map with logarithmic shades, so that one busy country doesn't make all others pale. Keys of `rows` are
 * country codes.
 */
export function mapFigure(rows: readonly ChartRow[], colours: ChartColours): Figure {
  return {
    data: [
      {
        type: "choropleth",
        locationmode: "ISO-3",
        locations: rows.map((row) => alpha3Of(row.key ?? "")),
        z: rows.map((row) => Math.log10(row.clicks + 1)),
        text: rows.map((row) => `${row.label}: ${row.clicks.toLocaleString()}`),
        hovertemplate: "%{text}<extra></extra>",
        zmin: 0,
        colorscale: [
          [0, colours.land],
          [1, colours.accent],
        ],
        showscale: false,
        marker: { line: { color: colours.surface, width: 0.5 } },
      },
    ],
    layout: {
      ...frame(colours),
      margin: { l: 0, r: 0, t: 0, b: 0 },
      dragmode: false,
      geo: {
        bgcolor: "rgba(0,0,0,0)",
        projection: { type: "natural earth" },
        showframe: false,
        showcoastlines: false,
        showland: true,
        landcolor: colours.land,
        showcountries: true,
        countrycolor: colours.surface,
        countrywidth: 0.5,
        lataxis: { range: [-58, 84] },
      },
    },
  };
}
