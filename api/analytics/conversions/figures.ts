import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { figuresOf } from "../account/figures.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { type Interval, startSql, tooManyPoints } from "../../clicks/questions/intervals.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { clicksSource } from "../../clicks/questions/source.ts";
import { conversionsOf, type Converted, converted, convertedOf, type ConvertedRow, sums } from "./converted.ts";

const number = z.coerce.number();

export interface ConvertedFigures extends Converted {
  /** Clicks by people in the same range, with the same filters. */
  readonly people: number;
  /** Leads and sales by people per click by people; null without such clicks. */
  readonly rate: number | null;
}

/** Converts a row for API responses, with the number of clicks by people and the conversion rate. */
export function withRate(row: ConvertedRow | undefined, people: number): ConvertedFigures {
  const found = row ?? { leads: 0, sales: 0, revenue: {}, byPeople: 0 };
  return { ...convertedOf(found), people, rate: people === 0 ? null : found.byPeople / people };
}

/** Returns the conversion figures of all clicks of the query. */
export async function conversionFigures(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
): Promise<ConvertedFigures> {
  const { sql, params } = conversionsOf(question);
  const [[row], { people }] = await Promise.all([
    select(clickhouse, z.object(converted), `SELECT ${sums} FROM conversions FINAL WHERE ${sql}`, params),
    figuresOf(clickhouse, question),
  ]);
  return withRate(row, people);
}

export interface ConvertedDay extends Converted {
  /** A calendar day of the time zone. */
  readonly date: string;
}

/** Returns conversions by day; days without any are omitted. */
export async function conversionDays(clickhouse: ClickHouseClient, question: ClickQuestion): Promise<ConvertedDay[]> {
  const points = await readPoints(clickhouse, question, "day");
  return points.map(({ at, ...point }) => ({ date: at, ...point }));
}

export interface ConvertedPoint extends Converted {
  /** Start of the interval, in the format of click charts. */
  readonly at: string;
}

/** Returns points by hour, day, week or month, without empty ones. Throws VALIDATION_ERROR for too many points. */
export async function conversionChart(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
  interval: Interval,
): Promise<ConvertedPoint[]> {
  const points = await readPoints(clickhouse, question, interval, `LIMIT ${limits.chartPoints + 1}`);
  if (points.length > limits.chartPoints) throw tooManyPoints();
  return points;
}

async function readPoints(clickhouse: ClickHouseClient, question: ClickQuestion, interval: Interval, limit = "") {
  const { sql, params } = conversionsOf(question);
  const rows = await select(
    clickhouse,
    z.object({ start: z.string(), ...converted }),
    `SELECT ${startSql(interval, "at")} AS start, ${sums} FROM conversions FINAL WHERE ${sql} GROUP BY start ORDER BY start ${limit}`,
    { ...params, tz: question.tz },
  );
  return rows.map(({ start, ...row }): ConvertedPoint => ({ at: start, ...convertedOf(row) }));
}

export interface ConvertedRoute extends ConvertedFigures {
  /** Numbers of rule and arm; 0 for none. */
  readonly rule: number;
  readonly arm: number;
}

const maxWays = 1000;

/** Returns conversions by rule and arm of a link's clicks, including combinations without conversions. */
export async function conversionsByRoute(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
): Promise<ConvertedRoute[]> {
  const way = { rule: number, arm: number };
  const [sold, clicked] = [conversionsOf(question), clicksSource(question)];
  const [conversions, clicks] = await Promise.all([
    select(
      clickhouse,
      z.object({ ...way, ...converted }),
      `SELECT rule, arm, ${sums} FROM conversions FINAL WHERE ${sold.sql} GROUP BY rule, arm ORDER BY rule, arm LIMIT ${maxWays}`,
      sold.params,
    ),
    select(
      clickhouse,
      z.object({ ...way, people: number }),
      `SELECT rule, arm, countIf(NOT is_bot) AS people FROM clicks WHERE ${clicked.sql}
       GROUP BY rule, arm HAVING people > 0 ORDER BY people DESC, rule, arm LIMIT ${maxWays}`,
      clicked.params,
    ),
  ]);
  const keyOf = ({ rule, arm }: { rule: number; arm: number }) => `${rule}:${arm}`;
  const found = new Map(conversions.map((row) => [keyOf(row), row]));
  const people = new Map(clicks.map((row) => [keyOf(row), row.people]));
  const unclicked = conversions.filter((row) => !people.has(keyOf(row)));
  return [...clicks, ...unclicked].map((row) => {
    const { rule, arm } = row;
    return { rule, arm, ...withRate(found.get(keyOf(row)), people.get(keyOf(row)) ?? 0) };
  });
}
