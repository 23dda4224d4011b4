import {
  type ClickDimension,
  type DeclaredDimension,
  dimensions,
  type FilterDimension,
} from "@hoplog/schema/clicks/dimensions.js";
import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import type { LinkStatsQuery, PreviousLinkStatsQuery } from "../graphql/generated/graphql.ts";
import { ChartCard } from "./ChartCard.tsx";
import type { ChartColours } from "./colours.ts";
import { chartColours } from "./colours.ts";
import { atLeastAWeek } from "./days.ts";
import type { ChartRow } from "./figures.ts";
import { barFigure, lineFigure } from "./figures.ts";
import { mapFigure } from "./mapFigure.ts";
import { WithMarks } from "./WithMarks.tsx";
import { pieFigure } from "./pieFigure.ts";
import classes from "./LinkCharts.module.css";

type Stats = LinkStatsQuery["linkStats"];
type Before = PreviousLinkStatsQuery["linkStats"];

interface LinkChartsProps {
  linkId: string;
  stats: Stats | undefined;
  before: Before | undefined;
  /** Begins the names of saved files. */
  fileName: string;
  onFilter: (dimension: FilterDimension, value: string) => void;
}

const wideHeight = 220;
const mapHeight = { wide: 330, narrow: 200 };
const smallHeight = 250;

/** Charts of bars take turns in colour, so that neighbours differ. */
const barColours = ["second", "accent"] as const;

export function LinkCharts({ linkId, stats, before, fileName, onFilter }: LinkChartsProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];

  const linkIds = useMemo(() => [linkId], [linkId]);
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const days = useMemo(() => stats && atLeastAWeek(dayRows(stats)), [stats]);
  const daysBefore = useMemo(() => before && dayRows(before), [before]);
  const dayFigure = useMemo(() => days && lineFigure(days, colours, daysBefore), [days, colours, daysBefore]);
  const countries = useMemo(() => stats && countryRows(stats.clicksByCountry), [stats]);
  const worldFigure = useMemo(() => countries && mapFigure(countries, colours), [countries, colours]);
  const filterBy = (dimension: FilterDimension) => (row: ChartRow) => onFilter(dimension, row.key ?? row.label);

  return (
    <div className={classes.charts}>
      <WithMarks
        linkIds={linkIds}
        interval="day"
        className={classes.wide}
        title="Clicks by Date"
        subtitle={daysBefore ? "dotted: the period before" : undefined}
        unit="Date"
        rows={days}
        figure={dayFigure ?? null}
        height={wideHeight}
        fileName={fileName}
      />
      <ChartCard
        className={classes.wide}
        kind="map"
        title="Clicks around the World"
        unit="Country"
        rows={countries}
        figure={worldFigure ?? null}
        height={narrow ? mapHeight.narrow : mapHeight.wide}
        fileName={fileName}
        onPick={filterBy("country")}
      />
      {dimensions.map((dimension, i) => (
        <BreakdownCard
          key={dimension.name}
          dimension={dimension}
          stats={stats}
          colours={colours}
          barColour={barColours[i % 2] ?? "accent"}
          fileName={fileName}
          onPick={dimension.isFilter ? filterBy(dimension.name) : undefined}
        />
      ))}
    </div>
  );
}

interface BreakdownCardProps {
  dimension: DeclaredDimension;
  stats: Stats | undefined;
  colours: ChartColours;
  barColour: (typeof barColours)[number];
  fileName: string;
  onPick: ((row: ChartRow) => void) | undefined;
}

function BreakdownCard({ dimension, stats, colours, barColour, fileName, onPick }: BreakdownCardProps) {
  const { title, label, chart, emptyText }: ClickDimension = dimension;
  const rows = useMemo(() => stats && topRows(stats, dimension), [stats, dimension]);
  const figure = useMemo(() => {
    if (!rows) return null;
    return chart === "pie" ? pieFigure(rows, colours) : barFigure(rows, colours, colours[barColour]);
  }, [rows, chart, colours, barColour]);
  return (
    <ChartCard
      title={title}
      unit={label}
      rows={rows}
      figure={figure}
      height={smallHeight}
      fileName={fileName}
      onPick={onPick}
      {...(emptyText === undefined ? {} : { emptyText })}
    />
  );
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function dayRows(stats: Before): ChartRow[] {
  return stats.clicksByDate.map(({ date, clicks }) => ({ label: date, clicks }));
}

function countryRows(countries: Stats["clicksByCountry"]): ChartRow[] {
  return countries.map(countryRow);
}

function countryRow({ code, name, clicks }: Stats["clicksByCountry"][number]): ChartRow {
  return { label: name || "Unknown", clicks, key: code };
}

function topRows(stats: Stats, { top, values }: DeclaredDimension): ChartRow[] {
  return stats[top].map((count) => {
    if ("code" in count) return countryRow(count);
    const { value, clicks } = count;
    return { label: (values === "words" ? capitalised(value) : value) || "Unknown", clicks, key: value };
  });
}
