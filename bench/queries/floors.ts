import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";
import { runSql } from "../measure/clickHouse.ts";
import { benchGroups } from "./fill.ts";
import { daysBack, type PageCall, type PagesOf } from "./pages.ts";

/** Parameters of a page's direct queries. */
export interface FloorSettings extends PagesOf {
  readonly clickHouseUrl: string;
  readonly ownerId: string;
}

/**
 * Queries the tables directly for one page's figures: one query per figure, all concurrently, as a page does. Throws a
 * RangeError if no queries are defined for the page.
 */
export async function askFloor(settings: FloorSettings, { name }: PageCall): Promise<void> {
  const questions = floorsOf(settings)[name];
  if (!questions) throw new RangeError(`no direct queries are defined for the page ${name}`);
  await Promise.all(questions.map((sql) => runSql(settings.clickHouseUrl, sql)));
}

function floorsOf({ ownerId, busiest, usual, newest }: FloorSettings): Readonly<Record<string, readonly string[]>> {
  const owner = `owner_id = '${ownerId}'`;
  const of = (link: string) => `${owner} AND link_id = '${link}'`;
  const since = (days: number) => `toDateTime(${daysBack(days).getTime() / 1000}, 'UTC')`;
  const byDay = (days: number) => [
    `SELECT toDate(quarter) AS day, sum(people) FROM owner_quarter WHERE ${owner} AND quarter >= ${since(days)} GROUP BY day`,
  ];
  const totals = `SELECT link_id, sum(people) AS clicks FROM link_quarter WHERE ${owner}`;
  const stats = (link: string, days: number | null, topsOf: "days" | "clicks") => {
    const [quarters, whole, rows] = ["quarter", "day", "at"].map((column) =>
      days === null ? of(link) : `${of(link)} AND ${column} >= ${since(days)}`,
    );
    const raw = `SELECT ${dimensionColumns.join(", ")}, count() FROM clicks WHERE NOT is_bot AND ${rows}`;
    const sets = `GROUP BY GROUPING SETS (${dimensionColumns.map((name) => `(${name})`).join(", ")})`;
    return [
      `SELECT toDate(quarter) AS day, sum(people) FROM link_quarter WHERE ${quarters} GROUP BY day`,
      `SELECT sum(u) FROM (SELECT uniqCombinedMerge(14)(people) AS u FROM link_day WHERE ${whole} GROUP BY day)`,
      ...(topsOf === "clicks"
        ? [`${raw} ${sets}`]
        : [
            `SELECT dimension, value, sum(people) FROM link_day_value WHERE ${whole} AND dimension != '' GROUP BY dimension, value`,
            `${raw} AND at >= ${since(1)} ${sets}`,
          ]),
    ];
  };
  const filtered = (link: string, days: number, filter: string) => {
    const where = `${of(link)} AND at >= ${since(days)} AND ${filter} AND NOT is_bot`;
    return [
      `SELECT toDate(at) AS day, count() FROM clicks WHERE ${where} GROUP BY day`,
      `SELECT sum(u) FROM (SELECT uniqCombined(14)(visitor) AS u FROM clicks WHERE ${where} GROUP BY toDate(at))`,
      `SELECT ${dimensionColumns.join(", ")}, count() FROM clicks WHERE ${where}
       GROUP BY GROUPING SETS (${dimensionColumns.map((name) => `(${name})`).join(", ")})`,
    ];
  };
  const log = (link: string, days: number | null, filter = "true") => {
    const where = `${of(link)} AND ${filter}${days === null ? "" : ` AND at >= ${since(days)}`}`;
    return [
      `SELECT click_id, at, country, region, city, isp, device, browser, browser_version, os, referrer, is_bot, bot_reason
       FROM clicks WHERE ${where} ORDER BY at DESC, click_id DESC LIMIT 50`,
      `SELECT count() FROM clicks WHERE ${where}`,
    ];
  };
  const rows = `FROM clicks WHERE ${owner} AND at >= ${since(90)} AND NOT is_bot`;
  const some = `${rows} AND country IN ('DE', 'FR')`;
  const ofGroups = `${rows} AND link_id IN (SELECT link_id FROM links FINAL WHERE ${owner} AND group_id IN (${quoted(benchGroups)}))`;
  const ofLanguages = `${rows} AND hasAny(splitByChar(',', languages), ['de', 'fr'])`;
  const others = `${rows} AND country NOT IN ('DE', 'FR')`;
  const visitors = (from: string) =>
    `SELECT sum(u) FROM (SELECT uniqCombined(14)(visitor) AS u ${from} GROUP BY toDate(at))`;
  const cities = (from: string) => `SELECT city, count() AS clicks ${from} GROUP BY city ORDER BY clicks DESC LIMIT 10`;
  const accountQuarters = `FROM owner_quarter WHERE ${owner} AND quarter >= ${since(90)}`;
  return {
    "account: figures, 90 days": [
      `SELECT sum(people) ${accountQuarters}`,
      `SELECT sum(u) FROM (SELECT uniqCombinedMerge(14)(people) AS u FROM owner_day WHERE ${owner} AND day >= ${since(90)} GROUP BY day)`,
    ],
    "account: chart, 90 days": byDay(90),
    "account: top links, 90 days": [
      `SELECT link_id, sum(people) AS clicks FROM owner_day_link WHERE ${owner} AND day >= ${since(90)}
       GROUP BY link_id ORDER BY clicks DESC LIMIT 10`,
      `${totals} AND quarter >= ${since(1)} GROUP BY link_id ORDER BY clicks DESC LIMIT 10`,
    ],
    "account: top cities, 90 days": [
      `SELECT value, sum(people) AS clicks FROM owner_day_value WHERE ${owner} AND field = 'city' AND day >= ${since(90)}
       GROUP BY value ORDER BY clicks DESC LIMIT 10`,
      cities(rows.replace(since(90), since(1))),
    ],
    "account: figures of two countries, 90 days": [`SELECT count() ${some}`, visitors(some)],
    "account: chart of two countries, 90 days": [`SELECT toDate(at) AS day, count() ${some} GROUP BY day`],
    "account: cities of two countries, 90 days": [cities(some)],
    "account: figures of two groups, 90 days": [`SELECT count() ${ofGroups}`, visitors(ofGroups)],
    "account: chart of two groups, 90 days": [`SELECT toDate(at) AS day, count() ${ofGroups} GROUP BY day`],
    "account: figures of two languages, 90 days": [`SELECT count() ${ofLanguages}`, visitors(ofLanguages)],
    "account: figures but two countries, 90 days": [`SELECT count() ${others}`, visitors(others)],
    "dashboard: tiles": [
      `SELECT sum(people), sumIf(people, quarter >= ${since(7)}), sumIf(people, quarter >= ${since(14)}) FROM owner_quarter WHERE ${owner}`,
      `${totals} GROUP BY link_id`,
      `SELECT link_id, max(day) FROM link_day WHERE ${owner} AND day >= ${since(14)} GROUP BY link_id`,
    ],
    "dashboard: charts, 7 days": byDay(7),
    "dashboard: charts, 90 days": byDay(90),
    "dashboard: newest links": [`${totals} AND link_id IN (${quoted(newest.slice(0, 5))}) GROUP BY link_id`],
    "links, newest first": [`${totals} AND link_id IN (${quoted(newest.slice(0, 50))}) GROUP BY link_id`],
    "links, by clicks": [`${totals} GROUP BY link_id ORDER BY clicks DESC LIMIT 50`],
    "busiest link: 7 days": stats(busiest, 7, "days"),
    "busiest link: 30 days": stats(busiest, 30, "days"),
    "busiest link: all time": stats(busiest, null, "days"),
    "busiest link: 30 days, filtered": filtered(busiest, 30, "country = 'DE' AND browser = 'Chrome'"),
    "usual link: all time": stats(usual, null, "clicks"),
    "busiest link: log, 30 days": log(busiest, 30),
    "busiest link: log, all time": log(busiest, null),
    "busiest link: log, filtered": log(busiest, 30, "country = 'DE' AND device = 'mobile'"),
    "usual link: log": log(usual, null),
    "busiest link: replay, 90 days": [
      `SELECT country, device, os, languages, utm_source, toHour(at) AS hour, count(), countIf(NOT is_bot) FROM clicks
       WHERE ${of(busiest)} AND at >= ${since(90)} GROUP BY country, device, os, languages, utm_source, hour`,
    ],
  };
}

const quoted = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join(", ");
