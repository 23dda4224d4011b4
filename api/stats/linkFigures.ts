import type { ClickHouseClient } from "@clickhouse/client";
import { filterNames } from "@hoplog/schema/clicks/dimensions.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import type { TimeRange } from "../counts/range.ts";
import { forClickHouse } from "../counts/withinRange.ts";
import type { Condition } from "./condition.ts";
import type { StatsFilter } from "./filter.ts";
import type { DayClicks } from "./keptDays.ts";
import type { DayCount, StatsQuestion } from "./linkStats.ts";

const number = z.coerce.number();
const dayRow = z.object({ date: z.string(), clicks: number });
const quarterMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

const clicksRow = z.object({ date: z.string(), day: z.string(), people: number, bots: number });

export interface ClickedDays {
  /** By calendar day of the time zone; days without any are missing. */
  readonly byDate: readonly DayCount[];
  /** Null where it took the raw clicks to tell: of a filter, or of a range that begins or ends within a quarter. */
  readonly byUtcDay: readonly DayClicks[] | null;
}

/** `counted` says the same in raw clicks. */
export async function readDays(
  clickhouse: ClickHouseClient,
  question: StatsQuestion,
  counted: Condition,
): Promise<ClickedDays> {
  const { link, range, tz, bots } = question;
  if (!isKeptByQuarter(question)) {
    const byDate = await select(
      clickhouse,
      dayRow,
      `SELECT toString(toDate(at, {tz: String})) AS date, count() AS clicks FROM clicks WHERE ${counted.sql}
       GROUP BY date ORDER BY date`,
      { ...counted.params, tz },
    );
    return { byDate, byUtcDay: null };
  }
  const within = [
    ...(range.from ? ["quarter >= toDateTime({from: UInt32}, 'UTC')"] : []),
    ...(range.to ? ["quarter < toDateTime({to: UInt32}, 'UTC')"] : []),
  ];
  const rows = await select(
    clickhouse,
    clicksRow,
    `SELECT toString(toDate(quarter, {tz: String})) AS date, toString(toDate(quarter)) AS day,
       sum(q.people) AS people, sum(q.bots) AS bots
     FROM link_quarter AS q
     WHERE ${["owner_id = {owner: UUID}", "link_id = {link: UUID}", ...within].join(" AND ")}
     GROUP BY date, day ORDER BY date, day`,
    {
      owner: link.ownerId,
      link: link.id,
      tz,
      ...(range.from && { from: range.from.getTime() / 1000 }),
      ...(range.to && { to: range.to.getTime() / 1000 }),
    },
  );
  return { byDate: summedByDate(rows, bots), byUtcDay: summedByUtcDay(rows) };
}

type ClicksRow = z.output<typeof clicksRow>;

function summedByDate(rows: readonly ClicksRow[], bots: boolean): DayCount[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const clicks = row.people + (bots ? row.bots : 0);
    if (clicks > 0) sums.set(row.date, (sums.get(row.date) ?? 0) + clicks);
  }
  return Array.from(sums, ([date, clicks]) => ({ date, clicks }));
}

/** A day of UTC may lie in two days of the time zone. */
function summedByUtcDay(rows: readonly ClicksRow[]): DayClicks[] {
  const sums = new Map<string, DayClicks>();
  for (const { day, people, bots } of rows) {
    const before = sums.get(day);
    sums.set(day, { day, people: people + (before?.people ?? 0), bots: bots + (before?.bots ?? 0) });
  }
  return [...sums.values()];
}

const visitorsRow = z.object({ visitors: number });

/** Visitors told apart within each UTC day, and added up. Whole days are kept as such; the range's ends are counted. */
export async function readVisitors(
  clickhouse: ClickHouseClient,
  { link, range, bots, filter }: StatsQuestion,
  counted: Condition,
): Promise<number> {
  const days = isFiltered(filter) ? { whole: "false", ends: "true", params: {} } : splitDays(range);
  const [row] = await select(
    clickhouse,
    visitorsRow,
    `SELECT sum(u) AS visitors FROM (
       SELECT uniqCombinedMerge(14)(d.${bots ? "everyone" : "people"}) AS u FROM link_day AS d
       WHERE owner_id = {owner: UUID} AND link_id = {link: UUID} AND ${days.whole} GROUP BY day
       UNION ALL
       SELECT uniqCombined(14)(visitor) AS u FROM clicks WHERE ${counted.sql} AND ${days.ends} GROUP BY toDate(at))`,
    { ...counted.params, ...days.params, owner: link.ownerId, link: link.id },
  );
  return row?.visitors ?? 0;
}

/** Conditions for the days that lie in a range as a whole, and for the clicks of the others. */
function splitDays({ from, to }: TimeRange): { whole: string; ends: string; params: Record<string, string> } {
  const first = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs);
  const end = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs);
  const ends = [
    ...(from && first && from < first ? ["at < {firstDay: DateTime64(3, 'UTC')}"] : []),
    ...(to && end && end < to ? ["at >= {endDay: DateTime64(3, 'UTC')}"] : []),
  ];
  return {
    whole: [
      "true",
      ...(first ? ["day >= toDate({firstDay: DateTime64(3, 'UTC')})"] : []),
      ...(end ? ["day < toDate({endDay: DateTime64(3, 'UTC')})"] : []),
    ].join(" AND "),
    ends: ends.length > 0 ? `(${ends.join(" OR ")})` : "false",
    params: { ...(first && { firstDay: forClickHouse(first) }), ...(end && { endDay: forClickHouse(end) }) },
  };
}

/** Whether it takes no raw clicks to tell how many there are. */
export function isKeptByQuarter({ filter, range }: StatsQuestion): boolean {
  return !isFiltered(filter) && isOfQuarters(range);
}

/** Days of every time zone begin and end with a quarter of an hour. */
function isOfQuarters({ from, to }: TimeRange): boolean {
  return [from, to].every((end) => !end || end.getTime() % quarterMs === 0);
}

function isFiltered(filter: StatsFilter | undefined): boolean {
  if (!filter) return false;
  return filterNames.some((dimension) => filter[dimension] !== undefined && filter[dimension] !== null);
}
