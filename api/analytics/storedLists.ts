import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { oneThread, select } from "../clickhouse/select.ts";
import { quartersInRange } from "../counts/quartersInRange.ts";
import type { Condition } from "../stats/condition.ts";
import { filterConditions } from "../stats/filters/conditions.ts";
import { isOfQuarters } from "../stats/quarters.ts";
import { type DayClicks, ofStoredDays, splitDays, type SplitDays, storedDaysIn } from "../stats/storedDays.ts";
import { accountListVersion, segmentedFields, visitorsField } from "../stats/topLists/accountListVersion.ts";
import type { AnalyticsQuestion } from "./question.ts";

/** Days of an account by whether they are stored, with what is known of them. */
export interface AccountDays extends SplitDays {
  /** All days of the range with clicks, whatever the filters. */
  readonly clicked: readonly DayClicks[];
  /** Visitors of the stored days: people, and everybody. Only where they were asked for. */
  readonly visitors: { readonly people: number; readonly everyone: number };
}

const number = z.coerce.number();
const kinds = ["clicked", "stored", "visitors", "counted", "segmented"] as const;
const partRow = z.object({ kind: z.enum(kinds), day: z.string(), run: number, people: number, bots: number });
type PartRow = z.output<typeof partRow>;

const none: AccountDays = { stored: [], missing: [], clicked: [], visitors: { people: 0, everyone: 0 } };

/** Which days of a question are stored as lists. None of a question with filters, or of a range that cuts quarters of an hour. */
export async function storedListDays(clickhouse: ClickHouseClient, question: AnalyticsQuestion): Promise<AccountDays> {
  return question.filters.length === 0 && isOfQuarters(question.range) ? readDays(clickhouse, question) : none;
}

/** The same, with the visitors of the stored days. */
export async function storedVisitorDays(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
): Promise<AccountDays> {
  return readDays(clickhouse, question, [
    {
      sql: `SELECT 'visitors', toString(v.day), run, toInt64(people), toInt64(bots) FROM owner_day_value AS v
        WHERE owner_id = {owner: UUID} AND field = {visitorsField: String} AND ${storedDaysIn(question.range).sql}`,
      params: { visitorsField },
    },
  ]);
}

/**
 * Which days of a question with one filter are stored as segments: with all of its values, but for those without a click on a day.
 * None where segments can't answer.
 */
export async function storedSegmentDays(clickhouse: ClickHouseClient, question: AnalyticsQuestion): Promise<SplitDays> {
  const segments = segmentsOf(question);
  if (segments === null) return none;
  const days = storedDaysIn(question.range);
  const of = (table: string) =>
    `owner_id = {owner: UUID} AND ${segments.sql} AND ${days.sql} GROUP BY ${table}.day, run`;
  return readDays(clickhouse, question, [
    {
      sql: `SELECT 'counted', toString(v.day), run, toInt64(uniqExact(value)), 0 FROM owner_day_value AS v WHERE ${of("v")}`,
      params: segments.params,
    },
    {
      sql: `SELECT 'segmented', toString(v.day), run, toInt64(uniqExact(value)), 0 FROM owner_day_segment AS v WHERE ${of("v")}`,
      params: {},
    },
  ]);
}

/** The rows of segments that a question with one filter adds up; null where another table has to answer. */
function segmentsOf({ filters, range }: AnalyticsQuestion): Condition | null {
  const [filter, another] = filters;
  if (!filter || another || filter.op !== "is" || !isOfQuarters(range) || !hasSegments(filter)) return null;
  return {
    sql: "field = {segmentedField: String} AND value IN {filter0: Array(String)}",
    params: { segmentedField: filter.field, ...filterConditions(filters).params },
  };
}

function hasSegments({ field }: ClickFilter): boolean {
  return segmentedFields.some(({ name }) => name === field);
}

/** The stored segments of a question as a condition on a table `v`. */
export function segmentsIn(question: AnalyticsQuestion, days: SplitDays): Condition {
  const segments = segmentsOf(question);
  if (segments === null) throw new RangeError("this question has no segments");
  const stored = ofStoredDays(days);
  return {
    sql: `owner_id = {owner: UUID} AND ${segments.sql} AND ${stored.sql}`,
    params: { owner: question.ownerId, ...segments.params, ...stored.params },
  };
}

/** Clicks of days that aren't stored: a condition on `clicks` beside that of their range. */
export function ofMissingDays({ missing }: SplitDays): Condition {
  return {
    sql: "toDate(quarter) IN {missingDays: Array(Date)} AND indexHint(toDate(at) IN {missingDays: Array(Date)})",
    params: { missingDays: missing },
  };
}

/** In one statement: the questions are small, and each has its price. */
async function readDays(
  clickhouse: ClickHouseClient,
  { ownerId, range }: AnalyticsQuestion,
  more: readonly Condition[] = [],
): Promise<AccountDays> {
  const quarters = quartersInRange(range);
  const days = storedDaysIn(range);
  const rows = await select(
    clickhouse,
    partRow,
    [
      `SELECT 'clicked' AS kind, toString(toDate(quarter)) AS day, toUInt64(0) AS run, toInt64(sum(q.people)) AS people, toInt64(sum(q.bots)) AS bots
       FROM owner_quarter AS q WHERE owner_id = {owner: UUID} AND ${quarters.sql} GROUP BY day HAVING people + bots > 0`,
      `SELECT 'stored', toString(v.day), run, toInt64(people), toInt64(bots) FROM owner_day_value AS v
       WHERE owner_id = {owner: UUID} AND field = '' AND value = {version: String} AND ${days.sql}`,
      ...more.map(({ sql }) => sql),
    ].join(" UNION ALL "),
    Object.assign(
      { owner: ownerId, version: accountListVersion, ...days.params, ...quarters.params },
      ...more.map(({ params }) => params),
    ),
    oneThread,
  );
  return daysOf(rows);
}

function daysOf(rows: readonly PartRow[]): AccountDays {
  const of = (kind: PartRow["kind"]) => rows.filter((row) => row.kind === kind);
  const [clicked, counted] = [of("clicked"), new Map(of("counted").map((row) => [keyOf(row), row.people]))];
  const segmented = new Map(of("segmented").map((row) => [keyOf(row), row.people]));
  const isWhole = (row: PartRow) => (counted.get(keyOf(row)) ?? 0) === (segmented.get(keyOf(row)) ?? 0);
  const split = splitDays(clicked, of("stored").filter(isWhole));
  const stored = new Set(split.stored.map(keyOf));
  const visitors = new Map(of("visitors").map((row) => [keyOf(row), row]));
  const sum = (field: "people" | "bots") =>
    [...visitors].reduce((all, [key, row]) => all + (stored.has(key) ? row[field] : 0), 0);
  return { ...split, clicked, visitors: { people: sum("people"), everyone: sum("bots") } };
}

function keyOf({ day, run }: { readonly day: string; readonly run: number }): string {
  return `${day} ${run}`;
}
