import type { ClickHouseClient } from "@clickhouse/client";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { clicksOf, type Condition } from "./condition.ts";
import type { StatsFilter } from "./filter.ts";
import { dayOf, daysBetween, type TimeRange } from "./range.ts";
import { select } from "./select.ts";

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
  /** The top lists leave out what is unknown. Countries are ISO codes. */
  readonly topCountries: readonly Count[];
  readonly topBrowsers: readonly Count[];
  readonly topOperatingSystems: readonly Count[];
  readonly topDevices: readonly Count[];
  readonly topReferrers: readonly Count[];
  readonly topIsps: readonly Count[];
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

const dimensions = ["country", "browser", "os", "device", "referrer", "isp"] as const;

export async function linkStats(clickhouse: ClickHouseClient, question: StatsQuestion): Promise<LinkStats> {
  const all = clicksOf(question.link, question.range, question.filter);
  const counted: Condition = question.bots ? all : { ...all, sql: `${all.sql} AND NOT is_bot` };
  const [totals, clicksByDate, tops, clicksByCountry] = await Promise.all([
    readTotals(clickhouse, counted),
    readDays(clickhouse, counted, question),
    readTops(clickhouse, counted),
    readCountries(clickhouse, counted),
  ]);
  const top = (dimension: (typeof dimensions)[number]) => tops.filter((row) => row.dimension === dimension);
  return {
    ...totals,
    clicksByDate,
    clicksByCountry,
    topCountries: top("country"),
    topBrowsers: top("browser"),
    topOperatingSystems: top("os"),
    topDevices: top("device"),
    topReferrers: top("referrer"),
    topIsps: top("isp"),
  };
}

const number = z.coerce.number();
const totalsRow = z.object({ totalClicks: number, uniqueVisitors: number, countries: number, browsers: number });

async function readTotals(clickhouse: ClickHouseClient, { sql, params }: Condition) {
  const [row] = await select(
    clickhouse,
    totalsRow,
    `SELECT count() AS totalClicks, least(count(), uniqCombined(17)(visitor)) AS uniqueVisitors,
       uniqExactIf(country, country != '') AS countries, uniqExactIf(browser, browser != '') AS browsers
     FROM clicks WHERE ${sql}`,
    params,
  );
  return row ?? { totalClicks: 0, uniqueVisitors: 0, countries: 0, browsers: 0 };
}

const dayRow = z.object({ date: z.string(), clicks: number });

async function readDays(clickhouse: ClickHouseClient, { sql, params }: Condition, { range, tz, now }: StatsQuestion) {
  const rows = await select(
    clickhouse,
    dayRow,
    `SELECT toString(toDate(at, {tz: String})) AS date, count() AS clicks FROM clicks WHERE ${sql}
     GROUP BY date ORDER BY date`,
    { ...params, tz },
  );
  const first = range.from ? dayOf(range.from, tz) : rows[0]?.date;
  if (first === undefined) return [];
  const end = range.to && range.to < now ? new Date(range.to.getTime() - 1) : now;
  const last = [dayOf(end, tz), rows.at(-1)?.date ?? first].toSorted().at(-1) ?? first;
  const clicks = new Map(rows.map((row) => [row.date, row.clicks]));
  return daysBetween(first, last).map((date) => ({ date, clicks: clicks.get(date) ?? 0 }));
}

const topRow = z.object({ dimension: z.enum(dimensions), value: z.string(), clicks: number });

async function readTops(clickhouse: ClickHouseClient, { sql, params }: Condition) {
  const one = (dimension: string) =>
    `(SELECT '${dimension}' AS dimension, toString(${dimension}) AS value, count() AS clicks FROM clicks
      WHERE ${sql} AND ${dimension} NOT IN ('', 'Unknown')
      GROUP BY value ORDER BY clicks DESC, value LIMIT ${limits.topList})`;
  const rows = await select(clickhouse, topRow, dimensions.map(one).join(" UNION ALL "), params);
  return rows.toSorted((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
}

const countryRow = z.object({ value: z.string(), clicks: number });

async function readCountries(clickhouse: ClickHouseClient, { sql, params }: Condition): Promise<Count[]> {
  return select(
    clickhouse,
    countryRow,
    `SELECT toString(country) AS value, count() AS clicks FROM clicks WHERE ${sql} AND country != ''
     GROUP BY value ORDER BY clicks DESC, value`,
    params,
  );
}
