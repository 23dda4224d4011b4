import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { valueText } from "../analytics/account/fieldTexts.ts";
import { ChartCard } from "../analytics/ChartCard.tsx";
import { chartColours } from "../analytics/colours.ts";
import { mapFigure } from "../analytics/mapFigure.ts";
import type { LiveView } from "./feed.ts";

const mapHeight = { wide: 360, narrow: 200 };

interface LiveMapProps {
  view: LiveView | undefined;
  /** Whether bots count too. */
  bots: boolean;
}

/** Where the clicks of the last 30 minutes come from. */
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
  const figure = useMemo(() => rows && mapFigure(rows, colours), [rows, colours]);
  return (
    <ChartCard
      level={2}
      kind="map"
      title="Where they come from"
      subtitle="Last 30 minutes"
      unit="Country"
      rows={rows}
      figure={figure ?? null}
      height={narrow ? mapHeight.narrow : mapHeight.wide}
      emptyText="No clicks in the last 30 minutes"
      fileName="live"
    />
  );
}
