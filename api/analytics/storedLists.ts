import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { oneThread, select } from "../clickhouse/select.ts";
import { quartersInRange, storedSeconds } from "../counts/quartersInRange.ts";
import { dayOf, daysBetween } from "../counts/range.ts";
import type { Condition } from "../stats/condition.ts";
import { filterConditions } from "../stats/filters/conditions.ts";
import { splitDays as wholeDays } from "../stats/linkFigures.ts";
import { isOfQuarters } from "../stats/quarters.ts";
import { type DayClicks, ofStoredDays, splitDays, type SplitDays, storedDaysIn } from "../stats/storedDays.ts";
import {
  accountListVersion,
  anyWeek,
  segmentedFields,
  visitorsField,
  weekOf,
} from "../stats/topLists/accountListVersion.ts";
import type { AnalyticsQuestion } from "./question.ts";

/** Days of an account by whether they are stored, with what is known of them. */
export interface AccountDays extends SplitDays {
  /** All days of the range with clicks, whatever the filters. */
  readonly clicked: readonly DayClicks[];
  /** The same as `stored` in fewer rows: weeks, under their Mondays, and the days of no week. Of lists alone. */
  readonly listed: SplitDays["stored"];
  /** Days that aren't stored and whose visitors aren't among these either. */
  readonly uncounted: readonly string[];
  /** Visitors of the other days: people, and everybody. Only where they were asked for. */
  readonly visitors: { readonly people: number; readonly everyone: number };
}

const dayMs = 24 * 60 * 60 * 1000;

const number = z.coerce.number();
const kinds = ["clicked", "stored", "week", "visitors", "fresh", "counted", "segmented"] as const;
const partRow = z.object({
  kind: z.enum(kinds),
  day: z.string(),
  run: number,
  people: number,
  bots: number,
  /** Of weeks. */
  text: z.string(),
});
type PartRow = z.output<typeof partRow>;

const none: AccountDays = {
  stored: [],
  missing: [],
  clicked: [],
  listed: [],
  uncounted: [],
  visitors: { people: 0, everyone: 0 },
};

/** Which days of a question are stored as lists. None of a question with filters, or of a range that cuts quarters of an hour. */
export async function storedListDays(clickhouse: ClickHouseClient, question: AnalyticsQuestion): Promise<AccountDays> {
  return question.filters.length === 0 && isOfQuarters(question.range) ? readDays(clickhouse, question) : none;
}

/** The same, with the visitors of the stored days, and of yesterday and today: those aren't stored yet, or only just. */
export async function storedVisitorDays(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
): Promise<AccountDays> {
  const days = wholeDays(question.range);
  return readDays(clickhouse, question, [
    {
      sql: `SELECT 'visitors' AS kind, toString(v.day) AS day, run, toInt64(people) AS people, toInt64(bots) AS bots, '' AS text FROM owner_day_value AS v
        WHERE owner_id = {owner: UUID} AND field = {visitorsField: String} AND ${storedDaysIn(question.range).sql}`,
      params: { visitorsField },
    },
    {
      sql: `SELECT 'fresh', toString(d.day), toUInt64(0), toInt64(uniqCombinedMerge(14)(d.people)), toInt64(uniqCombinedMerge(14)(d.everyone)), ''
        FROM owner_day AS d WHERE owner_id = {owner: UUID} AND ${days.whole} AND day >= toDate(toDateTime({freshFrom: UInt32}, 'UTC')) GROUP BY d.day`,
      params: { ...days.params, freshFrom: storedSeconds(new Date(question.now.getTime() - dayMs)) },
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
      sql: `SELECT 'counted' AS kind, toString(v.day) AS day, run, toInt64(uniqExact(value)) AS people, 0 AS bots, '' AS text FROM owner_day_value AS v WHERE ${of("v")}`,
      params: segments.params,
    },
    {
      sql: `SELECT 'segmented', toString(v.day), run, toInt64(uniqExact(value)), 0, '' FROM owner_day_segment AS v WHERE ${of("v")}`,
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
  const stored = ofStoredDays(days.stored);
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

/**
 * The days, and what else is asked of them in a statement of its own beside it: planning takes longer than reading, and each plan is
 * made by one thread.
 */
async function readDays(
  clickhouse: ClickHouseClient,
  { ownerId, range }: AnalyticsQuestion,
  more: readonly Condition[] = [],
): Promise<AccountDays> {
  const quarters = quartersInRange(range);
  const days = storedDaysIn(range);
  const own = [
    `SELECT 'clicked' AS kind, toString(toDate(quarter)) AS day, toUInt64(0) AS run, toInt64(sum(q.people)) AS people, toInt64(sum(q.bots)) AS bots, '' AS text
     FROM owner_quarter AS q WHERE owner_id = {owner: UUID} AND ${quarters.sql} GROUP BY day HAVING people + bots > 0`,
    `SELECT if(value = {version: String}, 'stored', 'week') AS kind, toString(v.day) AS day, run, toInt64(people) AS people, toInt64(bots) AS bots, toString(value) AS text FROM owner_day_value AS v
     WHERE owner_id = {owner: UUID} AND field = '' AND (value = {version: String} OR startsWith(value, {anyWeek: String})) AND ${days.sql}`,
  ];
  const params = Object.assign(
    { owner: ownerId, version: accountListVersion, anyWeek, ...days.params, ...quarters.params },
    ...more.map((one) => one.params),
  );
  const statements = [own, more.map(({ sql }) => sql)].filter((parts) => parts.length > 0);
  const rows = await Promise.all(
    statements.map((parts) => select(clickhouse, partRow, parts.join(" UNION ALL "), params, oneThread)),
  );
  return daysOf(rows.flat());
}

function daysOf(rows: readonly PartRow[]): AccountDays {
  const of = (kind: PartRow["kind"]) => rows.filter((row) => row.kind === kind);
  const [clicked, counted] = [of("clicked"), new Map(of("counted").map((row) => [keyOf(row), row.people]))];
  const segmented = new Map(of("segmented").map((row) => [keyOf(row), row.people]));
  const isWhole = (row: PartRow) => (counted.get(keyOf(row)) ?? 0) === (segmented.get(keyOf(row)) ?? 0);
  const split = splitDays(clicked, of("stored").filter(isWhole));
  const stored = new Set(split.stored.map(keyOf));
  const missing = new Set(split.missing);
  const fresh = of("fresh").filter(({ day }) => missing.has(day));
  const visitors = [...new Map(of("visitors").map((row) => [keyOf(row), row])).values(), ...fresh];
  const sum = (field: "people" | "bots") =>
    visitors.reduce((all, row) => all + (row.kind === "fresh" || stored.has(keyOf(row)) ? row[field] : 0), 0);
  const freshDays = new Set(fresh.map(({ day }) => day));
  const uncounted = split.missing.filter((day) => !freshDays.has(day));
  return {
    ...split,
    clicked,
    listed: inWeeks(split.stored, of("week")),
    uncounted,
    visitors: { people: sum("people"), everyone: sum("bots") },
  };
}

/** A week stands for its seven days if all of them are stored, by the runs that it was added up from. */
function inWeeks(stored: SplitDays["stored"], weeks: readonly PartRow[]): SplitDays["stored"] {
  const runs = new Map(stored.map(({ day, run }) => [day, run]));
  const whole = new Map<string, number>();
  const within = new Set<string>();
  for (const { day: monday, run, text } of weeks) {
    const days = daysBetween(monday, dayOf(new Date(Date.parse(monday) + 6 * dayMs), "UTC"));
    const own = days.flatMap((day) => runs.get(day) ?? []);
    if (own.length < days.length || weekOf(own) !== text) continue;
    whole.set(monday, run);
    for (const day of days) within.add(day);
  }
  return [...stored.filter(({ day }) => !within.has(day)), ...Array.from(whole, ([day, run]) => ({ day, run }))];
}

function keyOf({ day, run }: { readonly day: string; readonly run: number }): string {
  return `${day} ${run}`;
}
