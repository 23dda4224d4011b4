import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery, useReducedMotion } from "@mantine/hooks";
import { useMemo } from "react";
import { valueText } from "../account/fieldTexts.ts";
import { ChartCard } from "../link/ChartCard.tsx";
import { chartColours } from "../link/colours.ts";
import { mapFigure } from "../link/mapFigure.ts";
import { dotsTrace } from "./dotsTrace.ts";
import type { LiveView } from "./feed.ts";
import { usePlaces } from "./usePlaces.ts";

const mapHeight = { wide: 360, narrow: 200 };

interface LiveMapProps {
  view: LiveView | undefined;
  /** Whether bots are counted too. */
  bots: boolean;
}

/**
 * Map of the clicks of the last 30 minutes: exact counts by country, and dots for the places of the latest listed
 * clicks.
 */
export function LiveMap({ view, bots }: LiveMapProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const countries = view?.countries;
  const rows = useMemo(() => {
    return countries
      ?.map(({ code, people, bots: others }) => ({
        key: code,
        label: valueText("country", code),
        clicks: people + (bots ? others : 0),
      }))
      .filter(({ clicks }) => clicks > 0)
      .toSorted((a, b) => b.clicks - a.clicks);
  }, [countries, bots]);
  const table = usePlaces();
  const fades = !useReducedMotion(undefined, { getInitialValueInEffect: false });
  const dots = view?.dots;
  const figure = useMemo(() => {
    if (!rows) return null;
    const countriesOnly = mapFigure(rows, colours);
    if (table === undefined || !dots) return countriesOnly;
    return { ...countriesOnly, data: [...countriesOnly.data, dotsTrace(dots, table, colours, fades)] };
  }, [rows, colours, dots, table, fades]);
  return (
    <ChartCard
      level={2}
      kind="map"
      title="Where they come from"
      subtitle="Last 30 minutes; dots: last 5"
      unit="Country"
      rows={rows}
      figure={figure}
      height={narrow ? mapHeight.narrow : mapHeight.wide}
      emptyText="No clicks in the last 30 minutes"
      fileName="live"
    />
  );
}
