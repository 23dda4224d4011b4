import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { clicksOf, type LedgerQuestion } from "./question.ts";

const dayMs = 24 * 60 * 60 * 1000;
const row = z.object({ visits: z.coerce.number() });

/**
 * Counts the clicks by people that are the visitor's first one on the link on that UTC day. Exact, unlike the estimated
 * visitors of large figures. If the range starts within a day, visitors who already clicked that day do not count.
 */
export async function readFirstVisits(clickhouse: ClickHouseClient, question: LedgerQuestion): Promise<number> {
  const { range } = question;
  const { from, to } = range;
  const midnight = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs);
  const whole = { from: midnight, to };
  const hasWhole = !midnight || !to || midnight < to;
  const counted = await Promise.all([
    ...(hasWhole ? [readDays(clickhouse, question, whole)] : []),
    ...(from && midnight && midnight > from ? [readRestOfDay(clickhouse, question, from, midnight)] : []),
  ]);
  return counted.reduce((sum, visits) => sum + visits, 0);
}

async function readDays(
  clickhouse: ClickHouseClient,
  question: LedgerQuestion,
  range: LedgerQuestion["range"],
): Promise<number> {
  const { sql, params } = clicksOf(question, range);
  // Clicks are sorted by link and time, so the visitors of only one link and day are in memory at a time.
  const [found] = await select(
    clickhouse,
    row,
    `SELECT sum(visitors) AS visits FROM (
       SELECT uniqExact(visitor) AS visitors FROM clicks WHERE ${sql} AND NOT is_bot GROUP BY owner_id, link_id, toDate(at))
     SETTINGS optimize_aggregation_in_order = 1`,
    params,
  );
  return found?.visits ?? 0;
}

/** Counts first visits from `from` to the following `midnight`. */
async function readRestOfDay(
  clickhouse: ClickHouseClient,
  question: LedgerQuestion,
  from: Date,
  midnight: Date,
): Promise<number> {
  const { to } = question.range;
  const range = { from: new Date(midnight.getTime() - dayMs), to: to && to < midnight ? to : midnight };
  const { sql, params } = clicksOf(question, range);
  const [found] = await select(
    clickhouse,
    row,
    `SELECT count() AS visits FROM (
       SELECT min(quarter) AS first FROM clicks WHERE ${sql} AND NOT is_bot GROUP BY link_id, visitor
       HAVING first >= toDateTime({begin: UInt32}, 'UTC'))`,
    { ...params, begin: Math.floor(from.getTime() / 1000) },
  );
  return found?.visits ?? 0;
}
