import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import type { LinkStatsQuery, PreviousLinkStatsQuery } from "../graphql/generated/graphql.ts";
import { ChartCard } from "./ChartCard.tsx";
import type { ChartColours } from "./colours.ts";
import { chartColours } from "./colours.ts";
import { atLeastAWeek } from "./days.ts";
import type { ChartRow, Figure } from "./figures.ts";
import { barFigure, lineFigure, mapFigure, pieFigure } from "./figures.ts";
import classes from "./LinkCharts.module.css";
import type { Dimension } from "./view.ts";

type Stats = LinkStatsQuery["linkStats"];
type Before = PreviousLinkStatsQuery["linkStats"];

interface LinkChartsProps {
  stats: Stats | undefined;
  before: Before | undefined;
  /** Begins the names of saved files. */
  fileName: string;
  onFilter: (dimension: Dimension, value: string) => void;
}

const wideHeight = 220;
const mapHeight = { wide: 330, narrow: 200 };
const smallHeight = 250;

interface Breakdown {
  title: string;
  unit: string;
  dimension?: Dimension;
  rows: (stats: Stats) => ChartRow[];
  figure: (rows: readonly ChartRow[], colours: ChartColours) => Figure;
  emptyText?: string;
}

const accentBars = (rows: readonly ChartRow[], colours: ChartColours) => barFigure(rows, colours, colours.accent);
const secondBars = (rows: readonly ChartRow[], colours: ChartColours) => barFigure(rows, colours, colours.second);

const breakdowns: readonly Breakdown[] = [
  {
    title: "Top Countries",
    unit: "Country",
    dimension: "country",
    rows: (stats) => countryRows(stats.topCountries),
    figure: pieFigure,
  },
  {
    title: "Top Browsers",
    unit: "Browser",
    dimension: "browser",
    rows: (stats) => valueRows(stats.topBrowsers),
    figure: accentBars,
  },
  {
    title: "Top Operating Systems",
    unit: "Operating system",
    dimension: "os",
    rows: (stats) => valueRows(stats.topOperatingSystems),
    figure: secondBars,
  },
  {
    title: "Top Devices",
    unit: "Device",
    dimension: "device",
    rows: (stats) => valueRows(stats.topDevices).map((row) => ({ ...row, label: capitalised(row.label) })),
    figure: accentBars,
  },
  {
    title: "Top Referrers",
    unit: "Referrer",
    dimension: "referrer",
    rows: (stats) => valueRows(stats.topReferrers),
    figure: secondBars,
    emptyText: "Direct visits only",
  },
  {
    title: "Top Internet Providers",
    unit: "Provider",
    rows: (stats) => valueRows(stats.topIsps),
    figure: accentBars,
  },
];

export function LinkCharts({ stats, before, fileName, onFilter }: LinkChartsProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];

  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const days = useMemo(() => stats && atLeastAWeek(dayRows(stats)), [stats]);
  const daysBefore = useMemo(() => before && dayRows(before), [before]);
  const dayFigure = useMemo(() => days && lineFigure(days, colours, daysBefore), [days, colours, daysBefore]);
  const countries = useMemo(() => stats && countryRows(stats.clicksByCountry), [stats]);
  const worldFigure = useMemo(() => countries && mapFigure(countries, colours), [countries, colours]);
  const filterBy = (dimension: Dimension) => (row: ChartRow) => onFilter(dimension, row.key ?? row.label);

  return (
    <div className={classes.charts}>
      <ChartCard
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
      {breakdowns.map((breakdown) => (
        <BreakdownCard
          key={breakdown.title}
          breakdown={breakdown}
          stats={stats}
          colours={colours}
          fileName={fileName}
          onPick={breakdown.dimension && filterBy(breakdown.dimension)}
        />
      ))}
    </div>
  );
}

interface BreakdownCardProps {
  breakdown: Breakdown;
  stats: Stats | undefined;
  colours: ChartColours;
  fileName: string;
  onPick: ((row: ChartRow) => void) | undefined;
}

function BreakdownCard({ breakdown, stats, colours, fileName, onPick }: BreakdownCardProps) {
  const rows = useMemo(() => stats && breakdown.rows(stats), [stats, breakdown]);
  const figure = useMemo(() => (rows ? breakdown.figure(rows, colours) : null), [rows, breakdown, colours]);
  return (
    <ChartCard
      title={breakdown.title}
      unit={breakdown.unit}
      rows={rows}
      figure={figure}
      height={smallHeight}
      fileName={fileName}
      onPick={onPick}
      {...(breakdown.emptyText === undefined ? {} : { emptyText: breakdown.emptyText })}
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
  return countries.map(({ code, name, clicks }) => ({ label: name || "Unknown", clicks, key: code }));
}

function valueRows(counts: Stats["topBrowsers"]): ChartRow[] {
  return counts.map(({ value, clicks }) => ({ label: value || "Unknown", clicks, key: value }));
}
