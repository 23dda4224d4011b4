import type { Figures, DayCount, StatsQuestion } from "./linkQuestion.ts";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { groupedBySource } from "@hoplog/platform/visitor/sources.js";
import { type Dimension, type DimensionColumn, dimensionNames } from "@hoplog/schema/clicks/dimensions.js";
import { limits } from "@hoplog/schema/limits.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { dayOf, daysBetween } from "../../clicks/counts/range.ts";
import { isOfQuarters } from "../../clicks/counts/quartersInRange.ts";
import { countedRows, everyClickOfLink, narrowed, type Source } from "../../clicks/questions/source.ts";
import { readStoredDays, splitDays } from "./storedDays.ts";
import { readDays, readLinkVisitors } from "./linkFigures.ts";
import { readEachClick } from "./eachClick.ts";
import { readTops } from "./linkTops.ts";

export interface Count {
  readonly value: string;
  readonly clicks: number;
}

export interface TopValue extends Count {
  /** Whether a referrer or source is a short link host of this installation. */
  readonly isOwn?: boolean;
}

export interface LinkStats {
  readonly totalClicks: number;
  /** Distinct visitors per UTC day, summed over the days. */
  readonly uniqueVisitors: number;
  readonly countries: number;
  readonly browsers: number;
  /** Clicks by day of the time zone, without gaps. */
  readonly clicksByDate: readonly DayCount[];
  /** All countries with clicks as ISO codes, most clicks first. */
  readonly clicksByCountry: readonly Count[];
  /** The values with the most clicks of each dimension, without unknown ones. Countries are ISO codes. */
  readonly tops: Readonly<Record<Dimension, readonly Count[]>>;
}

export async function linkStats(clickhouse: ClickHouseClient, question: StatsQuestion): Promise<LinkStats> {
  const { link, range, filters } = question;
  const counted = narrowed(everyClickOfLink(link, range, filters), countedRows(question));
  const { byDate, visitors, tops } =
    isOfQuarters(range) && filters.length === 0
      ? await readKept(clickhouse, question, counted)
      : await readEachClick(clickhouse, counted, question.tz);
  const totalClicks = byDate.reduce((sum, { clicks }) => sum + clicks, 0);
  const listed = (column: DimensionColumn) => tops.filter(({ dimension }) => dimension === column);
  const of = (dimension: Dimension) =>
    dimension === "source" ? groupedBySource(listed("referrer")) : listed(dimension);
  const top = (dimension: Dimension) =>
    of(dimension)
      .filter(({ value }) => value !== "Unknown")
      .slice(0, limits.topList);
  return {
    totalClicks,
    uniqueVisitors: Math.min(totalClicks, visitors),
    countries: of("country").length,
    browsers: of("browser").length,
    clicksByDate: withoutGaps(byDate, question),
    clicksByCountry: of("country"),
    tops: recordOf(dimensionNames, top),
  };
}

async function readKept(clickhouse: ClickHouseClient, question: StatsQuestion, counted: Source): Promise<Figures> {
  const [{ byDate, tops }, visitors] = await Promise.all([
    readDaysAndTops(clickhouse, question, counted),
    readLinkVisitors(clickhouse, question, counted),
  ]);
  return { byDate, visitors, tops };
}

async function readDaysAndTops(clickhouse: ClickHouseClient, question: StatsQuestion, counted: Source) {
  const [{ byDate, byUtcDay }, kept] = await Promise.all([
    readDays(clickhouse, question),
    readStoredDays(clickhouse, question.link, question.range),
  ]);
  const split = splitDays(byUtcDay, kept);
  return { byDate, tops: await readTops(clickhouse, question, counted, split) };
}

function withoutGaps(days: readonly DayCount[], { range, tz, now }: StatsQuestion): DayCount[] {
  const first = range.from ? dayOf(range.from, tz) : days[0]?.date;
  if (first === undefined) return [];
  const end = range.to && range.to < now ? new Date(range.to.getTime() - 1) : now;
  const last = [dayOf(end, tz), days.at(-1)?.date ?? first].toSorted().at(-1) ?? first;
  const clicks = new Map(days.map((row) => [row.date, row.clicks]));
  return daysBetween(firstShown(first, last, days[0]?.date), last).map((date) => ({
    date,
    clicks: clicks.get(date) ?? 0,
  }));
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the first day to show. Skips days before the first click that are more than `filledDays` before `last`,
 * because a range may start thousands of years earlier.
 */
function firstShown(wanted: string, last: string, firstClicked: string | undefined): string {
  const earliest = dayOf(new Date(Date.parse(last) - limits.filledDays * dayMs), "UTC");
  const bound = firstClicked !== undefined && firstClicked < earliest ? firstClicked : earliest;
  return wanted < bound ? bound : wanted;
}
