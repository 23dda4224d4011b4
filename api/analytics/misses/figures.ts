import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { countedByStart, readChart } from "../../clicks/questions/chart.ts";
import type { Interval } from "../../clicks/questions/intervals.ts";
import { countedMisses, missesOf, type MissQuestion } from "./question.ts";
import { type MissReason, missReasons, missReasonNamed } from "./reasons.ts";

export interface MissFigures {
  /** Visits of people, or of people and bots, depending on the query. */
  readonly visits: number;
  readonly people: number;
  readonly bots: number;
  /** Reasons with visits, in list order. */
  readonly reasons: readonly { readonly reason: MissReason; readonly people: number; readonly bots: number }[];
}

const number = z.coerce.number();
const reasonRow = z.object({ reason: z.string(), people: number, bots: number });

export async function figuresOf(clickhouse: ClickHouseClient, question: MissQuestion): Promise<MissFigures> {
  const { table, people: ofPeople, bots: ofBots, sql, params } = missesOf(question);
  const rows = await select(
    clickhouse,
    reasonRow,
    `SELECT reason, ${ofPeople} AS people, ${ofBots} AS bots FROM ${table} WHERE ${sql} GROUP BY reason`,
    params,
  );
  const reasons = rows
    .map((row) => ({ ...row, reason: missReasonNamed(row.reason) }))
    .toSorted((a, b) => missReasons.indexOf(a.reason) - missReasons.indexOf(b.reason));
  const people = reasons.reduce((sum, row) => sum + row.people, 0);
  const bots = reasons.reduce((sum, row) => sum + row.bots, 0);
  return { visits: people + (question.bots ? bots : 0), people, bots, reasons };
}

export interface MissPoint {
  /**
   * Start of the interval: for hours an ISO 8601 time, otherwise the day, or the first day of the week (Monday) or
   * month, as YYYY-MM-DD.
   */
  readonly at: string;
  readonly visits: number;
}

/** Returns visits by hour, day, week or month, without gaps. Throws VALIDATION_ERROR for too many points. */
export async function chartOf(
  clickhouse: ClickHouseClient,
  question: MissQuestion,
  interval: Interval,
): Promise<MissPoint[]> {
  const source = countedMisses(question);
  const points = await readChart(clickhouse, question, interval, () => ({
    ...source,
    sql: countedByStart(source, interval, "count()"),
  }));
  return points.map(({ at, clicks }) => ({ at, visits: clicks }));
}
