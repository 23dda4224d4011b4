import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { allOf, type Condition } from "../../clicks/clickhouse/condition.ts";
import { oneThread, select } from "../../clicks/clickhouse/select.ts";
import { filterConditions } from "../../clicks/questions/filterConditions.ts";
import { ofLink } from "../../clicks/questions/question.ts";
import { ofOwner, sumsSource } from "../../clicks/questions/source.ts";
import { readVisitors, splitByDays } from "../../clicks/questions/visitors.ts";
import type { DayClicks } from "./storedDays.ts";
import type { DayCount, StatsQuestion } from "./linkQuestion.ts";

const number = z.coerce.number();

const clicksRow = z.object({ date: z.string(), day: z.string(), people: number, bots: number });

export interface ClickedDays {
  /** Clicks by calendar day of the time zone; days without clicks are omitted. */
  readonly byDate: readonly DayCount[];
  readonly byUtcDay: readonly DayClicks[];
}

/** Reads the days of a query without filters whose range consists of whole quarters of an hour. */
export async function readDays(
  clickhouse: ClickHouseClient,
  { link, range, tz, bots }: StatsQuestion,
): Promise<ClickedDays> {
  const { table, people, bots: ofBots, sql, params } = sumsSource({ ...link, range, filters: [ofLink(link.id)] });
  const rows = await select(
    clickhouse,
    clicksRow,
    `SELECT toString(toDate(quarter, {tz: String})) AS date, toString(toDate(quarter)) AS day,
       ${people} AS people, ${ofBots} AS bots
     FROM ${table} WHERE ${sql} GROUP BY date, day ORDER BY date, day`,
    { ...params, tz },
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

/** Sums the rows by UTC day, because a UTC day may span two days of the time zone. */
function summedByUtcDay(rows: readonly ClicksRow[]): DayClicks[] {
  const sums = new Map<string, DayClicks>();
  for (const { day, people, bots } of rows) {
    const before = sums.get(day);
    sums.set(day, { day, people: people + (before?.people ?? 0), bots: bots + (before?.bots ?? 0) });
  }
  return [...sums.values()];
}

/** Returns the visitors of a query's link. `counted` selects its clicks. */
export function readLinkVisitors(
  clickhouse: ClickHouseClient,
  question: StatsQuestion,
  counted: Condition,
): Promise<number> {
  const { link, range } = question;
  const { whole, ends } = splitByDays(range);
  const days = allOf(ofOwner(link.ownerId), filterConditions([ofLink(link.id)]), whole);
  return readVisitors(clickhouse, question, { ...days, table: "link_day" }, allOf(counted, ends));
}
