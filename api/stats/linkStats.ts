import type { ClickHouseClient } from "@clickhouse/client";
import { type Dimension, dimensionNames } from "@hoplog/schema/clicks/dimensions.js";
import { limits } from "@hoplog/schema/limits.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { dayOf, daysBetween, type TimeRange } from "../counts/range.ts";
import { type Condition, everyClickOf } from "./condition.ts";
import type { StatsFilter } from "./filter.ts";
import { readKeptDays, splitDays } from "./keptDays.ts";
import { isKeptByQuarter, readDays, readVisitors } from "./linkFigures.ts";
import { readKeptTops, readTops } from "./linkTops.ts";

export interface Count {
  readonly value: string;
  readonly clicks: number;
}

export interface DayCount {
  /** A calendar day in the viewer's time zone. */
  readonly date: string;
  readonly clicks: number;
}

export interface LinkStats {
  readonly totalClicks: number;
  /** Told apart within one UTC day, and added up over the days. */
  readonly uniqueVisitors: number;
  readonly countries: number;
  readonly browsers: number;
  /** Without gaps. */
  readonly clicksByDate: readonly DayCount[];
  /** Every country with clicks, most first; ISO codes. */
  readonly clicksByCountry: readonly Count[];
  /** The values with the most clicks of each dimension, unknown ones left out. Countries are ISO codes. */
  readonly tops: Readonly<Record<Dimension, readonly Count[]>>;
}

export interface StatsQuestion {
  readonly link: { readonly ownerId: string; readonly id: string };
  readonly range: TimeRange;
  /** IANA name. */
  readonly tz: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
  readonly now: Date;
  readonly filter?: StatsFilter | undefined;
}

export async function linkStats(clickhouse: ClickHouseClient, question: StatsQuestion): Promise<LinkStats> {
  const all = everyClickOf(question.link, question.range, question.filter);
  const counted: Condition = question.bots ? all : { ...all, sql: `${all.sql} AND NOT is_bot` };
  const [{ byDate: days, tops }, visitors] = await Promise.all([
    readDaysAndTops(clickhouse, question, counted),
    readVisitors(clickhouse, question, counted),
  ]);
  const totalClicks = days.reduce((sum, { clicks }) => sum + clicks, 0);
  const of = (dimension: Dimension) => tops.filter((row) => row.dimension === dimension);
  const top = (dimension: Dimension) =>
    of(dimension)
      .filter(({ value }) => value !== "Unknown")
      .slice(0, limits.topList);
  return {
    totalClicks,
    uniqueVisitors: Math.min(totalClicks, visitors),
    countries: of("country").length,
    browsers: of("browser").length,
    clicksByDate: withoutGaps(days, question),
    clicksByCountry: of("country"),
    tops: recordOf(dimensionNames, top),
  };
}

async function readDaysAndTops(clickhouse: ClickHouseClient, question: StatsQuestion, counted: Condition) {
  const [{ byDate, byUtcDay }, kept] = await Promise.all([
    readDays(clickhouse, question, counted),
    isKeptByQuarter(question) ? readKeptDays(clickhouse, question.link) : [],
  ]);
  const split = splitDays(byUtcDay ?? [], kept);
  const tops =
    split.kept.length === 0
      ? await readTops(clickhouse, counted)
      : await readKeptTops(clickhouse, question, counted, split);
  return { byDate, tops };
}

function withoutGaps(days: readonly DayCount[], { range, tz, now }: StatsQuestion): DayCount[] {
  const first = range.from ? dayOf(range.from, tz) : days[0]?.date;
  if (first === undefined) return [];
  const end = range.to && range.to < now ? new Date(range.to.getTime() - 1) : now;
  const last = [dayOf(end, tz), days.at(-1)?.date ?? first].toSorted().at(-1) ?? first;
  const clicks = new Map(days.map((row) => [row.date, row.clicks]));
  return daysBetween(first, last).map((date) => ({ date, clicks: clicks.get(date) ?? 0 }));
}
