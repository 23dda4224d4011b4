import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { select } from "../stats/select.ts";
import { summedClicks } from "../stats/summedClicks.ts";
import type { DayCount } from "../stats/linkStats.ts";
import type { TimeRange } from "../stats/range.ts";

const count = z.coerce.number();
const clicksRow = z.object({ clicks: count });
const dayRow = z.object({ date: z.string(), clicks: count });
const yes = z.number().transform((value) => value === 1);
const clickedRow = z.object({ id: z.uuid(), isNow: yes, wasBefore: yes });
export type ClickedLink = z.output<typeof clickedRow>;

interface Question {
  readonly ownerId: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
}

/** Clicks of an account within a range whose ends count as the quarters of an hour that they lie in. */
export async function accountClicks(
  clickhouse: ClickHouseClient,
  { ownerId, bots }: Question,
  range: TimeRange,
): Promise<number> {
  const { sql, params } = quartersWithin(range);
  const [row] = await select(
    clickhouse,
    clicksRow,
    `SELECT sum(${counted(bots)}) AS clicks FROM owner_quarter AS q WHERE owner_id = {owner: UUID} ${sql}`,
    { ...params, owner: ownerId },
  );
  return row?.clicks ?? 0;
}

/** Clicks of an account by calendar day of the time zone; days without any are missing. */
export async function accountClicksByDay(
  clickhouse: ClickHouseClient,
  { ownerId, bots }: Question,
  range: TimeRange,
  tz: string,
): Promise<DayCount[]> {
  const { sql, params } = quartersWithin(range);
  return select(
    clickhouse,
    dayRow,
    `SELECT toString(toDate(quarter, {tz: String})) AS date, sum(${counted(bots)}) AS clicks
     FROM owner_quarter AS q WHERE owner_id = {owner: UUID} ${sql} GROUP BY date ORDER BY date`,
    { ...params, owner: ownerId, tz },
  );
}

/**
 * The account's links that were ever clicked, and whether they were within either of two ranges, in pages by id. The
 * ranges are read apart: for all time ClickHouse keeps totals by link.
 */
export async function* clickedLinks(
  clickhouse: ClickHouseClient,
  { ownerId, bots }: Question,
  current: TimeRange,
  previous: TimeRange,
): AsyncGenerator<ClickedLink[]> {
  const [now, before] = [quartersWithin(current, "now_"), quartersWithin(previous, "before_")];
  let after = "";
  for (;;) {
    const rows = await select(
      clickhouse,
      clickedRow,
      `SELECT toString(link_id) AS id, max(is_now) AS isNow, max(was_before) AS wasBefore
       FROM (
         SELECT link_id, 0 AS is_now, 0 AS was_before FROM link_quarter AS q WHERE owner_id = {owner: UUID}
         GROUP BY link_id HAVING ${summedClicks(bots)} > 0
         UNION ALL
         SELECT link_id, 1, 0 FROM link_quarter AS q
         WHERE owner_id = {owner: UUID} ${now.sql} AND ${counted(bots)} > 0 GROUP BY link_id
         UNION ALL
         SELECT link_id, 0, 1 FROM link_quarter AS q
         WHERE owner_id = {owner: UUID} ${before.sql} AND ${counted(bots)} > 0 GROUP BY link_id
       )
       GROUP BY link_id HAVING id > {after: String} ORDER BY id LIMIT ${page}`,
      { ...now.params, ...before.params, owner: ownerId, after },
    );
    yield rows;
    if (rows.length < page) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const page = 20_000;

function counted(bots: boolean): string {
  return bots ? "q.people + q.bots" : "q.people";
}

/** `prefix` keeps the parameters of two ranges in one query apart. */
function quartersWithin({ from, to }: TimeRange, prefix = ""): { sql: string; params: Record<string, unknown> } {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
  return {
    sql: [
      from ? `AND quarter >= toStartOfFifteenMinutes(toDateTime({${prefix}from: UInt32}, 'UTC'))` : "",
      to ? `AND quarter < toDateTime({${prefix}to: UInt32}, 'UTC')` : "",
    ].join(" "),
    params: { ...(from && { [`${prefix}from`]: seconds(from) }), ...(to && { [`${prefix}to`]: seconds(to) }) },
  };
}
