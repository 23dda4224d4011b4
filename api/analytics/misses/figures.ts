import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { type Interval, startSql, withoutGaps } from "../account/intervals.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { missesOf, type MissQuestion } from "./question.ts";
import { type MissReason, missReasons, reasonCalled } from "./reasons.ts";

export interface MissFigures {
  /** As many as the question counts: people, or people and bots. */
  readonly visits: number;
  readonly people: number;
  readonly bots: number;
  /** Those that there are, in the order of their list. */
  readonly reasons: readonly { readonly reason: MissReason; readonly people: number; readonly bots: number }[];
}

const number = z.coerce.number();
const reasonRow = z.object({ reason: z.string(), people: number, bots: number });

export async function figuresOf(clickhouse: ClickHouseClient, question: MissQuestion): Promise<MissFigures> {
  const { sql, params } = missesOf(question);
  const rows = await select(
    clickhouse,
    reasonRow,
    `SELECT reason, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots FROM misses_by_owner WHERE ${sql} GROUP BY reason`,
    params,
  );
  const reasons = rows
    .map((row) => ({ ...row, reason: reasonCalled(row.reason) }))
    .toSorted((a, b) => missReasons.indexOf(a.reason) - missReasons.indexOf(b.reason));
  const people = reasons.reduce((sum, row) => sum + row.people, 0);
  const bots = reasons.reduce((sum, row) => sum + row.bots, 0);
  return { visits: people + (question.bots ? bots : 0), people, bots, reasons };
}

export interface MissPoint {
  /** When the hour begins, in ISO 8601; the first day of a day, week (Monday) or month, as YYYY-MM-DD. */
  readonly at: string;
  readonly visits: number;
}

const pointRow = z.object({ start: z.string(), visits: number });

/** By hour, day, week or month, without gaps. Throws VALIDATION_ERROR where that would be too many points. */
export async function chartOf(
  clickhouse: ClickHouseClient,
  question: MissQuestion,
  interval: Interval,
): Promise<MissPoint[]> {
  // Before ClickHouse is asked, where the range says already that it is too long.
  if (question.range.from) withoutGaps([], interval, question);
  const { sql, params } = missesOf(question);
  const rows = await select(
    clickhouse,
    pointRow,
    `SELECT ${startSql(interval, "at")} AS start, count() AS visits FROM misses_by_owner
     WHERE ${sql} ${countedSql(question)} GROUP BY start ORDER BY start`,
    { ...params, tz: question.tz },
  );
  const points = rows.map(({ start, visits }) => ({ at: start, clicks: visits }));
  return withoutGaps(points, interval, question).map(({ at, clicks }) => ({ at, visits: clicks }));
}

/** Behind other conditions: bots are left out where they don't count. */
export function countedSql({ bots }: MissQuestion): string {
  return bots ? "" : "AND NOT is_bot";
}
