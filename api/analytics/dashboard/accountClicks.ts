import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { oneThread, select } from "../../clicks/clickhouse/select.ts";
import { quartersInRange, clicksOfRow } from "../../clicks/counts/quartersInRange.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { countedOf, sumsSource } from "../../clicks/questions/source.ts";
import type { DayCount } from "../link/linkQuestion.ts";
import type { GrowthPeriods, Periodic } from "./growth.ts";

/** The clicks to count. */
export interface Question {
  readonly ownerId: string;
  /** Whether to include bots. */
  readonly bots: boolean;
}

const count = z.coerce.number();
const clicksRow = z.object({ ever: count, now: count, before: count });
const dayRow = z.object({ date: z.string(), clicks: count });

/** Counts an account's clicks. Period ends are rounded to quarters of an hour. */
export async function accountClicks(
  clickhouse: ClickHouseClient,
  { ownerId, bots }: Question,
  { current, previous }: GrowthPeriods,
): Promise<Periodic> {
  const [now, before] = [quartersInRange(current, "now_"), quartersInRange(previous, "before_")];
  const sum = (quarters: string) => `sumIf(${clicksOfRow(bots)}, ${quarters})`;
  const [row] = await select(
    clickhouse,
    clicksRow,
    `SELECT sum(${clicksOfRow(bots)}) AS ever, ${sum(now.sql)} AS now, ${sum(before.sql)} AS before
     FROM owner_quarter AS q WHERE owner_id = {owner: UUID}`,
    { ...now.params, ...before.params, owner: ownerId },
    oneThread,
  );
  return row ?? { ever: 0, now: 0, before: 0 };
}

/** Counts an account's clicks by calendar day of the time zone; days without clicks are omitted. */
export async function accountClicksByDay(
  clickhouse: ClickHouseClient,
  { ownerId, bots }: Question,
  range: TimeRange,
  tz: string,
): Promise<DayCount[]> {
  const source = sumsSource({ ownerId, range, filters: [] });
  return select(
    clickhouse,
    dayRow,
    `SELECT toString(toDate(quarter, {tz: String})) AS date, ${countedOf(source, { bots })} AS clicks
     FROM ${source.table} WHERE ${source.sql} GROUP BY date ORDER BY date`,
    { ...source.params, tz },
    oneThread,
  );
}
