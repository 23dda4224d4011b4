import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { isOfLinks } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import type { Condition } from "../../clicks/clickhouse/condition.ts";
import { oneThread, select } from "../../clicks/clickhouse/select.ts";
import { isOfQuarters, quartersInRange, storedSeconds } from "../../clicks/counts/quartersInRange.ts";
import { dayOf, daysBetween } from "../../clicks/counts/range.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { splitByDays } from "../../clicks/questions/visitors.ts";
import { type DayClicks, splitDays, type SplitDays, storedDaysIn } from "../link/storedDays.ts";
import { accountListVersion, anyWeek, visitorsField, weekOf } from "../link/topLists/accountListVersion.ts";

/** Stored and other days of an account, with their clicks and visitors. */
export interface AccountDays extends SplitDays {
  /** All days of the range with clicks, whatever the filters. */
  readonly clicked: readonly DayClicks[];
  /** The content of `stored` in fewer rows, for lists only: complete weeks by their Monday, and the remaining days. */
  readonly listed: SplitDays["stored"];
  /** Days that are neither stored nor included in these visitor counts. */
  readonly uncounted: readonly string[];
  /** Visitors of all days except `uncounted`: people, and people with bots; 0 unless requested. */
  readonly visitors: { readonly people: number; readonly everyone: number };
}

const dayMs = 24 * 60 * 60 * 1000;

const number = z.coerce.number();
const kinds = ["clicked", "stored", "week", "visitors", "fresh", "counted", "segmented", "summed"] as const;
const partRow = z.object({
  kind: z.enum(kinds),
  day: z.string(),
  run: number,
  people: number,
  bots: number,
  /** For weeks, the runs of the days that were added up; not used for other rows. */
  text: z.string(),
});
export type PartRow = z.output<typeof partRow>;

/** Returns whether a stored day has the data that a query needs; `rows` are all rows of this day. */
type IsStored = (day: PartRow, rows: readonly PartRow[]) => boolean;

/** The value for queries that use no stored days. */
export const noDays: AccountDays = {
  stored: [],
  missing: [],
  clicked: [],
  listed: [],
  uncounted: [],
  visitors: { people: 0, everyone: 0 },
};

/**
 * Returns whether the stored sums of links can answer queries with these filters. Queries for given links don't use
 * them, because `link_quarter` finds the rows of a link by its key.
 */
export function areOfManyLinks(filters: ClickQuestion["filters"]): boolean {
  return filters.every(isOfLinks) && !filters.some(({ field, op }) => field === "link" && op === "is");
}

/**
 * Returns the days of an account with stored lists, regardless of the query's filters. Empty if the range does not
 * consist of whole quarters of an hour.
 */
export async function storedListDays(clickhouse: ClickHouseClient, question: ClickQuestion): Promise<AccountDays> {
  return isOfQuarters(question.range) ? readDays(clickhouse, question) : noDays;
}

/**
 * Returns the days like {@link storedListDays}, with visitors of the stored days, and of yesterday and today, which may
 * not be stored yet.
 */
export async function storedVisitorDays(clickhouse: ClickHouseClient, question: ClickQuestion): Promise<AccountDays> {
  const { whole } = splitByDays(question.range);
  return readDays(clickhouse, question, [
    {
      sql: `SELECT 'visitors' AS kind, toString(v.day) AS day, run, toInt64(people) AS people, toInt64(bots) AS bots, '' AS text FROM owner_day_value AS v
        WHERE owner_id = {owner: UUID} AND field = {visitorsField: String} AND ${storedDaysIn(question.range).sql}`,
      params: { visitorsField },
    },
    {
      sql: `SELECT 'fresh', toString(d.day), toUInt64(0), toInt64(uniqCombinedMerge(14)(d.people)), toInt64(uniqCombinedMerge(14)(d.everyone)), ''
        FROM owner_day AS d WHERE owner_id = {owner: UUID} AND ${whole.sql} AND day >= toDate(toDateTime({freshFrom: UInt32}, 'UTC')) GROUP BY d.day`,
      params: { ...whole.params, freshFrom: storedSeconds(new Date(question.now.getTime() - dayMs)) },
    },
  ]);
}

/**
 * Reads the days, with `more` queries as a second concurrent statement: planning takes longer than reading, and each
 * plan is created by a single thread.
 */
export async function readDays(
  clickhouse: ClickHouseClient,
  { ownerId, range }: ClickQuestion,
  more: readonly Condition[] = [],
  isStored: IsStored = () => true,
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
  return daysOf(rows.flat(), isStored);
}

function daysOf(rows: readonly PartRow[], isStored: IsStored): AccountDays {
  const of = (kind: PartRow["kind"]) => rows.filter((row) => row.kind === kind);
  const clicked = of("clicked");
  const sameDay = Map.groupBy(rows, keyOf);
  const split = splitDays(
    clicked,
    of("stored").filter((row) => isStored(row, sameDay.get(keyOf(row)) ?? [])),
  );
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

/** Replaces seven stored days by their week if the week was summed from the same runs. */
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
