import type { ChartColours } from "../link/colours.ts";
import type { Figure } from "../link/figures.ts";
import type { Dot } from "./dots.ts";
import { pointOf } from "./places.ts";

/**
 * Returns the map trace of dots whose places are in the table. Without `fades`, dots keep their strength until they
 * disappear.
 */
export function dotsTrace(
  dots: readonly Dot[],
  table: unknown,
  colours: ChartColours,
  fades: boolean,
): Figure["data"][number] {
  const placed = dots.flatMap((dot) => {
    const point = pointOf(table, dot);
    return point ? [{ dot, point }] : [];
  });
  return {
    type: "scattergeo",
    mode: "markers",
    lat: placed.map(({ point: [north] }) => north),
    lon: placed.map(({ point: [, east] }) => east),
    text: placed.map(({ dot }) =>
      [...new Set([dot.city, dot.regionName, dot.country])].filter((text) => text !== "").join(", "),
    ),
    hovertemplate: "%{text}<extra></extra>",
    showlegend: false,
    marker: {
      size: 8,
      color: colours.second,
      opacity: placed.map(({ dot }) => (fades ? 0.15 + 0.8 * dot.strength : 0.9)),
      line: { color: colours.surface, width: 1 },
    },
  };
}
