import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { oneThread, select } from "../../clicks/clickhouse/select.ts";
import { type TimeRange, forClickHouse } from "../../clicks/counts/range.ts";
import type { Condition } from "./condition.ts";
import type { DayClicks } from "./storedDays.ts";
import type { DayCount, StatsQuestion } from "./linkQuestion.ts";
import { quartersOf } from "./quarters.ts";

const number = z.coerce.number();
const dayMs = 24 * 60 * 60 * 1000;

const clicksRow = z.object({ date: z.string(), day: z.string(), people: number, bots: number });

export interface ClickedDays {
  /** By calendar day of the time zone; days without any are missing. */
  readonly byDate: readonly DayCount[];
  readonly byUtcDay: readonly DayClicks[];
}

/** Of a question that `isKeptByQuarter`. */
export async function readDays(
  clickhouse: ClickHouseClient,
  { link, range, tz, bots }: StatsQuestion,
): Promise<ClickedDays> {
  const inRange = quartersOf(link, range);
  const rows = await select(
    clickhouse,
    clicksRow,
    `SELECT toString(toDate(quarter, {tz: String})) AS date, toString(toDate(quarter)) AS day,
       sum(q.people) AS people, sum(q.bots) AS bots
     FROM link_quarter AS q
     WHERE ${inRange.sql} GROUP BY date, day ORDER BY date, day`,
    { ...inRange.params, tz },
    oneThread,
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

/** Visitors distinguished within each UTC day, and added up. Whole days are kept as such; the range's ends are counted. */
export async function readVisitors(
  clickhouse: ClickHouseClient,
  { link, range, bots }: StatsQuestion,
  counted: Condition,
): Promise<number> {
  const days = splitDays(range);
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
export function splitDays({ from, to }: TimeRange): { whole: string; ends: string; params: Record<string, string> } {
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
