import {
  type ClickDimension,
  type DeclaredDimension,
  type Dimension,
  dimensions,
  type FilterDimension,
} from "@hoplog/schema/clicks/dimensions.js";
import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo } from "react";
import { convertedColumns } from "../conversions/columns.ts";
import { MeasuredChart } from "./MeasuredChart.tsx";
import {
  type ConvertedOf,
  type ConvertedQuestion,
  type DimensionValues,
  useConvertedLists,
} from "../../links/conversions/useConverted.ts";
import { type ConvertedAt, useConvertedSeries } from "../conversions/useConvertedSeries.ts";
import type { LinkStatsQuery, PreviousLinkStatsQuery } from "../../core/graphql/generated/graphql.ts";
import { ChartCard } from "./ChartCard.tsx";
import type { ChartColours } from "./colours.ts";
import { chartColours } from "./colours.ts";
import { atLeastAWeek } from "./days.ts";
import type { ChartRow } from "./figures.ts";
import { barFigure } from "./figures.ts";
import { lineFigure } from "./lineFigure.ts";
import { isUnfinished } from "./rowTimes.ts";
import { countryRow, topRows } from "./topRows.ts";
import { mapFigure } from "./mapFigure.ts";
import { pieFigure } from "./pieFigure.ts";
import { readClock } from "./useSpans.ts";
import classes from "./LinkCharts.module.css";

type Stats = LinkStatsQuery["linkStats"];
type Before = PreviousLinkStatsQuery["linkStats"];

interface LinkChartsProps {
  linkId: string;
  /** Variables of the conversion queries. */
  question: ConvertedQuestion;
  questionBefore: ConvertedQuestion | null;
  stats: Stats | undefined;
  before: Before | undefined;
  /** Prefix of the names of saved files. */
  fileName: string;
  onFilter: (dimension: FilterDimension, value: string) => void;
}

const wideHeight = 220;
const mapHeight = { wide: 330, narrow: 200 };
const smallHeight = 250;

/** Bar charts alternate between colours, so that neighbours differ. */
const barColours = ["second", "accent"] as const;

export function LinkCharts({ linkId, question, questionBefore, stats, before, fileName, onFilter }: LinkChartsProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];

  const linkIds = useMemo(() => [linkId], [linkId]);
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const convertedAt = useConvertedSeries(question, "day");
  const convertedBefore = useConvertedSeries(questionBefore, "day");
  const days = useMemo(() => stats && atLeastAWeek(dayRows(stats, convertedAt)), [stats, convertedAt]);
  const daysBefore = useMemo(() => before && dayRows(before, convertedBefore), [before, convertedBefore]);
  const figureOfDays = useCallback(
    (rows: readonly ChartRow[], before: readonly ChartRow[] | undefined) =>
      lineFigure(rows, colours, { before, isUnfinished: isUnfinished(rows, "day", readClock()) }),
    [colours],
  );
  const converted = useConvertedLists(question, stats ? listedOf(stats) : []);
  const countries = useMemo(
    () => stats && withConverted(countryRows(stats.clicksByCountry), "country", converted),
    [stats, converted],
  );
  const columns = useMemo(() => convertedColumns(countries ?? []), [countries]);
  const worldFigure = useMemo(() => countries && mapFigure(countries, colours), [countries, colours]);
  const filterBy = (dimension: FilterDimension) => (row: ChartRow) => onFilter(dimension, row.key ?? row.label);

  return (
    <div className={classes.charts}>
      <MeasuredChart
        linkIds={linkIds}
        interval="day"
        className={classes.wide}
        titleEnd="by Date"
        subtitle={daysBefore ? "dotted: the period before" : undefined}
        unit="Date"
        rows={days}
        before={daysBefore}
        figureOf={figureOfDays}
        height={wideHeight}
        fileName={fileName}
      />
      <ChartCard
        className={classes.wide}
        kind="map"
        title="Clicks around the World"
        unit="Country"
        rows={countries}
        columns={columns}
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
          converted={converted}
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
  converted: ConvertedOf | null;
  colours: ChartColours;
  barColour: (typeof barColours)[number];
  fileName: string;
  onPick: ((row: ChartRow) => void) | undefined;
}

function BreakdownCard({ dimension, stats, converted, colours, barColour, fileName, onPick }: BreakdownCardProps) {
  const { title, label, chart, emptyText }: ClickDimension = dimension;
  const rows = useMemo(
    () => stats && withConverted(topRows(stats, dimension), dimension.name, converted),
    [stats, dimension, converted],
  );
  const columns = useMemo(() => convertedColumns(rows ?? []), [rows]);
  const figure = useMemo(() => {
    if (!rows) return null;
    return chart === "pie" ? pieFigure(rows, colours) : barFigure(rows, colours, colours[barColour]);
  }, [rows, chart, colours, barColour]);
  return (
    <ChartCard
      title={title}
      unit={label}
      rows={rows}
      columns={columns}
      figure={figure}
      height={smallHeight}
      fileName={fileName}
      onPick={onPick}
      {...(emptyText === undefined ? {} : { emptyText })}
    />
  );
}

function dayRows(stats: Before, convertedAt: ConvertedAt | null): ChartRow[] {
  return stats.clicksByDate.map(({ date, clicks }) => ({
    label: date,
    clicks,
    ...(convertedAt && { converted: convertedAt(date) }),
  }));
}

/** Variables of the conversions query, which doesn't support sources. */
function listedOf(stats: Stats): DimensionValues[] {
  return dimensions.flatMap(({ name, top }) => {
    if (name === "source") return [];
    const values = name === "country" ? stats.clicksByCountry : stats[top];
    return [{ field: name, values: values.map((count) => ("code" in count ? count.code : count.value)) }];
  });
}

function withConverted(rows: ChartRow[], dimension: Dimension, converted: ConvertedOf | null): ChartRow[] {
  return converted && dimension !== "source"
    ? rows.map((row) => ({ ...row, converted: converted(dimension, row.key ?? "") }))
    : rows;
}

function countryRows(countries: Stats["clicksByCountry"]): ChartRow[] {
  return countries.map(countryRow);
}
