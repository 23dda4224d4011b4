import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { listedFields, type ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { figuresOf } from "../analytics/figures.ts";
import type { AnalyticsQuestion } from "../analytics/question.ts";
import { clicksSource } from "../analytics/source.ts";
import { select } from "../clickhouse/select.ts";
import { rangeConditions } from "../counts/rangeConditions.ts";
import type { Condition } from "../stats/condition.ts";
import { filterConditions } from "../stats/filters/conditions.ts";

/** Sales of one currency, in its minor units. */
export interface Revenue {
  readonly currency: string;
  readonly amount: number;
}

export interface Converted {
  readonly leads: number;
  readonly sales: number;
  /** By currency, most first. */
  readonly revenue: readonly Revenue[];
}

export interface ConvertedFigures extends Converted {
  /** Clicks of people in the same range, by the same filters. */
  readonly people: number;
  /** Leads and sales of people for each of these clicks; null where there are none. */
  readonly rate: number | null;
}

const number = z.coerce.number();
const converted = { leads: number, sales: number, revenue: z.record(z.string(), number), byPeople: number };
const sums = `countIf(type = 'lead') AS leads, countIf(type = 'sale') AS sales, countIf(NOT is_bot) AS byPeople,
  sumMapIf(map(toString(currency), amount), type = 'sale') AS revenue`;

/**
 * The conversions of a question's clicks: by the time of the click and by what it says. They outlive single clicks, of which a
 * retention leaves rule and arm.
 */
function conversionsOf({ ownerId, range, filters, bots }: AnalyticsQuestion): Condition {
  const within = rangeConditions(range);
  const filter = filterConditions(filters);
  const parts = ["owner_id = {owner: UUID}", "NOT removed", ...within.parts, filter.sql];
  return {
    sql: [...parts, ...(bots ? [] : ["NOT is_bot"])].join(" AND "),
    params: { ...within.params, ...filter.params, owner: ownerId },
  };
}

type Row = z.output<z.ZodObject<typeof converted>>;

function convertedOf({ leads, sales, revenue }: Row): Converted {
  const amounts = Object.entries(revenue).map(([currency, amount]) => ({ currency, amount }));
  const ordered = amounts.toSorted((a, b) => b.amount - a.amount || (a.currency < b.currency ? -1 : 1));
  return { leads, sales, revenue: ordered };
}

function withRate(row: Row | undefined, people: number): ConvertedFigures {
  const found = row ?? { leads: 0, sales: 0, revenue: {}, byPeople: 0 };
  return { ...convertedOf(found), people, rate: people === 0 ? null : found.byPeople / people };
}

/** Of all that a question looks at. */
export async function conversionFigures(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
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

/** Days without any are missing. */
export async function conversionDays(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
): Promise<ConvertedDay[]> {
  const { sql, params } = conversionsOf(question);
  const rows = await select(
    clickhouse,
    z.object({ date: z.string(), ...converted }),
    `SELECT toString(toDate(at, {tz: String})) AS date, ${sums} FROM conversions FINAL WHERE ${sql} GROUP BY date ORDER BY date`,
    { ...params, tz: question.tz },
  );
  return rows.map(({ date, ...row }) => ({ date, ...convertedOf(row) }));
}

export interface ConvertedWay extends ConvertedFigures {
  /** Numbers; 0 for none. */
  readonly rule: number;
  readonly arm: number;
}

/** By the rule and the arm that clicks of a link went by, those too that nothing came of. */
export async function conversionWays(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
): Promise<ConvertedWay[]> {
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

const maxWays = 1000;

export interface ConvertedValue extends ConvertedFigures {
  /** Empty where it is unknown; the id of a link. */
  readonly value: string;
}

export type ConvertedField = "link" | ListedFieldName;

/** The values of a field with the most leads and sales. Of a list of languages each one counts. */
export async function conversionTops(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  field: ConvertedField,
  limit: number,
): Promise<ConvertedValue[]> {
  const [sold, clicked] = [conversionsOf(question), clicksSource(question)];
  const value = valueOf(field);
  const rows = await select(
    clickhouse,
    z.object({ value: z.string(), ...converted }),
    `SELECT ${value} AS value, ${sums} FROM conversions FINAL WHERE ${sold.sql}
     GROUP BY value ORDER BY leads + sales DESC, value LIMIT {limit: UInt32}`,
    { ...sold.params, limit },
  );
  if (rows.length === 0) return [];
  const clicks = await select(
    clickhouse,
    z.object({ value: z.string(), people: number }),
    `SELECT ${value} AS value, countIf(NOT is_bot) AS people FROM clicks WHERE ${clicked.sql}
     GROUP BY value HAVING value IN {values: Array(String)}`,
    { ...clicked.params, values: rows.map((row) => row.value) },
  );
  const people = new Map(clicks.map((row) => [row.value, row.people]));
  return rows.map((row) => ({ value: row.value, ...withRate(row, people.get(row.value) ?? 0) }));
}

function valueOf(name: ConvertedField): string {
  const field = listedFields.find((listed) => listed.name === name);
  if (!field) return "toString(link_id)";
  return field.kind === "list" ? `arrayJoin(splitByChar(',', ${field.column}))` : `toString(${field.column})`;
}
