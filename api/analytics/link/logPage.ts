import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { sinceCut } from "../../clicks/cuts/conditions.ts";
import { oneThread, select } from "../../clicks/clickhouse/select.ts";
import { isOfQuarters, storedSeconds } from "../../clicks/counts/quartersInRange.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { type Click, clickLog, countClicks, type PageStart } from "./clickLog.ts";
import { ofLink } from "../../clicks/questions/question.ts";
import { type LinkKey, sumsSource } from "../../clicks/questions/source.ts";

export interface LogPage {
  /** People and bots, newest first. */
  readonly clicks: readonly Click[];
  /** Clicks in the range that match the filters, since the account's retention cut. */
  readonly total: number;
}

export interface LogQuestion {
  readonly link: LinkKey;
  readonly range: TimeRange;
  readonly start: PageStart;
  readonly limit: number;
  readonly filters: readonly ClickFilter[];
}

/**
 * Returns a page of a link's clicks. Most links' clicks are spread over many parts of the table. If the counts per
 * quarter of an hour show which quarters the page covers, only these are read.
 */
export async function logPage(clickhouse: ClickHouseClient, question: LogQuestion): Promise<LogPage> {
  const { link, range, start, limit, filters } = question;
  if (filters.length > 0 || !isOfQuarters(range)) {
    const [clicks, total] = await Promise.all([
      clickLog(clickhouse, link, range, start, limit, filters),
      countClicks(clickhouse, link, range, filters),
    ]);
    return { clicks, total };
  }
  const { total, since } = await readQuarters(clickhouse, question);
  const clicks = await clickLog(clickhouse, link, since ? { ...range, from: since } : range, start, limit);
  // Erased clicks may still be in the counts.
  if (since && clicks.length < limit) return { clicks: await clickLog(clickhouse, link, range, start, limit), total };
  return { clicks, total };
}

const row = z.object({ total: z.coerce.number(), since: z.coerce.number() });

/**
 * Returns the number of clicks, and the start of the quarters that contain the whole page; null if that would exclude
 * nothing.
 */
async function readQuarters(
  clickhouse: ClickHouseClient,
  { link, range, start, limit }: LogQuestion,
): Promise<{ total: number; since: Date | null }> {
  const { table, sql, params } = sumsSource({ ...link, range, filters: [ofLink(link.id)] });
  const [isBehind, needed] =
    "after" in start
      ? ["quarter < toStartOfFifteenMinutes(toDateTime({after: UInt32}, 'UTC'))", limit]
      : ["true", start.offset + limit];
  const [found] = await select(
    clickhouse,
    row,
    `SELECT sum(clicks) AS total, toUnixTimestamp(maxIf(quarter, page >= {needed: UInt64})) AS since FROM (
       SELECT quarter, clicks, sum(if(${isBehind}, clicks, 0)) OVER (ORDER BY quarter DESC) AS page FROM (
         SELECT quarter, sum(q.people + q.bots) AS clicks FROM ${table} WHERE ${sql} AND ${sinceCut("quarter")} GROUP BY quarter))`,
    { ...params, needed, ...("after" in start && { after: storedSeconds(start.after.at) }) },
    oneThread,
  );
  return { total: found?.total ?? 0, since: found && found.since > 0 ? new Date(found.since * 1000) : null };
}
