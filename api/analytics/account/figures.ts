import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { isOfLinks } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { allOf, type Condition } from "../../clicks/clickhouse/condition.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { isOfQuarters } from "../../clicks/counts/quartersInRange.ts";
import { beforeCut } from "../../clicks/cuts/conditions.ts";
import { filterConditions } from "../../clicks/questions/filterConditions.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { clicksSource, countedRows, ofOwner, sourceOf } from "../../clicks/questions/source.ts";
import { readVisitors, splitByDays } from "../../clicks/questions/visitors.ts";
import { ofStoredDays, overDays } from "../link/storedDays.ts";
import { areOfManyLinks, noDays, storedListDays, storedVisitorDays } from "./storedLists.ts";
import { segmentsIn, storedSegmentDays } from "./storedSegments.ts";

export interface Figures {
  /** Clicks of people, or of people and bots, depending on the query. */
  readonly clicks: number;
  readonly people: number;
  readonly bots: number;
  /** Distinct visitors per UTC day, summed over the days; never more than clicks. */
  readonly uniqueVisitors: number;
}

const number = z.coerce.number();
const clicksRow = z.object({ people: number, bots: number });
const daysRow = z.object({ ...clicksRow.shape, days: number });
const figuresRow = z.object({ ...clicksRow.shape, visitors: number });

export async function figuresOf(clickhouse: ClickHouseClient, question: ClickQuestion): Promise<Figures> {
  const { filters } = question;
  const isKept = filters.length === 0 || (filters.length === 1 && filters.every(isOneLink));
  const read = isKept ? readKept : filters.every(isOfLinks) ? readOfLinks : countAll;
  const { people, bots, visitors } = await read(clickhouse, question);
  const clicks = people + (question.bots ? bots : 0);
  // Large numbers of visitors are estimates, which can exceed the number of clicks.
  return { clicks, people, bots, uniqueVisitors: Math.min(clicks, visitors) };
}

/** Counts clicks and visitors in one query. */
async function countAll(clickhouse: ClickHouseClient, question: ClickQuestion) {
  const days = await storedSegmentDays(clickhouse, question);
  const { sql, params } = overDays(
    days,
    clicksSource(question),
    () => countSegments(segmentsIn(question, days), question),
    ({ people, bots, at, sql: where }) =>
      `SELECT ${people} AS p, ${bots} AS b, uniqCombinedIf(14)(visitor, ${countedRows(question)}) AS u
       FROM clicks WHERE ${where} GROUP BY toDate(${at})`,
  );
  const [row] = await select(
    clickhouse,
    figuresRow,
    `SELECT sum(p) AS people, sum(b) AS bots, sum(u) AS visitors FROM (${sql})`,
    params,
  );
  return row ?? { people: 0, bots: 0, visitors: 0 };
}

/**
 * Returns SQL for clicks and visitors by day. A visitor may appear in the segments of several values, so visitor sets
 * are merged.
 */
function countSegments({ sql, params }: Condition, { bots }: ClickQuestion): Condition {
  const rows = [
    `SELECT day, arraySum(v.people) AS p, arraySum(v.bots) AS b, people_visitors AS visitors FROM owner_day_segment AS v WHERE ${sql}`,
    ...(bots ? [`SELECT day, 0, 0, bot_visitors FROM owner_day_segment AS v WHERE ${sql}`] : []),
  ];
  return {
    sql: `SELECT sum(s.p) AS p, sum(s.b) AS b, uniqCombinedMerge(14)(s.visitors) AS u FROM (${rows.join(" UNION ALL ")}) AS s GROUP BY day`,
    params,
  };
}

async function readKept(clickhouse: ClickHouseClient, question: ClickQuestion) {
  if (question.filters.length === 0 && isOfQuarters(question.range)) return readStored(clickhouse, question);
  const [clicks, visitors] = await Promise.all([readClicks(clickhouse, question), visitorsOf(clickhouse, question)]);
  return { ...clicks, visitors };
}

/** Number of clicks that take as long to count as merging the visitor set of one link and day. */
const clicksPerDayOfLink = 6;

/**
 * Counts the clicks of links from their sums, and the visitors from the links' daily sets. For many links with few
 * clicks each, visitors are counted from the clicks, except on days whose single clicks were deleted.
 */
async function readOfLinks(clickhouse: ClickHouseClient, question: ClickQuestion) {
  const { people, bots, days } = await readDaysOfLinks(clickhouse, question);
  const areFew = days * clicksPerDayOfLink <= people + bots;
  return { people, bots, visitors: await visitorsOf(clickhouse, question, { fromDays: areFew ? "all" : "removed" }) };
}

/** Counts the links' clicks, and their days with clicks. */
async function readDaysOfLinks(clickhouse: ClickHouseClient, question: ClickQuestion) {
  const days = areOfManyLinks(question.filters) ? await storedListDays(clickhouse, question) : noDays;
  if (days.stored.length === 0) {
    const [clicks, counted] = await Promise.all([
      readClicks(clickhouse, question),
      countDaysOfLinks(clickhouse, question),
    ]);
    return { ...clicks, days: counted };
  }
  const { sql, params } = overDays(
    days,
    sourceOf(question),
    () => {
      const links = allOf(ofOwner(question.ownerId), ofStoredDays(days.stored), filterConditions(question.filters));
      return {
        sql: `SELECT sum(v.people) AS p, sum(v.bots) AS b, count() AS n FROM owner_day_link AS v WHERE ${links.sql}`,
        params: links.params,
      };
    },
    ({ table, people, bots, sql: where }) =>
      `SELECT ${people} AS p, ${bots} AS b, uniqExact(link_id, toDate(quarter)) AS n FROM ${table} WHERE ${where}`,
  );
  const [row] = await select(
    clickhouse,
    daysRow,
    `SELECT sum(p) AS people, sum(b) AS bots, sum(n) AS days FROM (${sql})`,
    params,
  );
  return row ?? { people: 0, bots: 0, days: 0 };
}

async function countDaysOfLinks(clickhouse: ClickHouseClient, { ownerId, range, filters }: ClickQuestion) {
  const { sql, params } = allOf(ofOwner(ownerId), filterConditions(filters), splitByDays(range).whole);
  const counted = `SELECT count() AS days FROM link_day WHERE ${sql}`;
  const [row] = await select(clickhouse, z.object({ days: number }), counted, params);
  return row?.days ?? 0;
}

/** Counts the account's clicks. Stored days have visitor numbers; the other, mostly recent days have sets to merge. */
async function readStored(clickhouse: ClickHouseClient, question: ClickQuestion) {
  const days = await storedVisitorDays(clickhouse, question);
  const { people, everyone } = days.visitors;
  const rest = days.uncounted.length > 0 ? await visitorsOf(clickhouse, question, { only: days.uncounted }) : 0;
  const sum = (who: "people" | "bots") => days.clicked.reduce((all, day) => all + day[who], 0);
  return { people: sum("people"), bots: sum("bots"), visitors: (question.bots ? everyone : people) + rest };
}

async function readClicks(clickhouse: ClickHouseClient, question: ClickQuestion) {
  const source = sourceOf(question);
  const [row] = await select(
    clickhouse,
    clicksRow,
    `SELECT ${source.people} AS people, ${source.bots} AS bots FROM ${source.table} WHERE ${source.sql}`,
    source.params,
  );
  return row ?? { people: 0, bots: 0 };
}

interface VisitedDays {
  /** Limits the query to the given days. */
  readonly only?: readonly string[];
  /**
   * Selects the whole days whose visitors are read from stored sets. For all other days, and the ends of the range,
   * clicks are counted.
   */
  readonly fromDays?: "all" | "removed";
}

/** Counts the visitors of the account, or of the filtered links. */
function visitorsOf(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
  { only, fromDays = "all" }: VisitedDays = {},
): Promise<number> {
  const { ownerId, filters, range } = question;
  const { whole, ends } = splitByDays(range);
  const [kept, counted] = fromDays === "all" ? ["true", ends] : [beforeCut("day"), "true"];
  const among = (day: string) =>
    only ? { sql: `${day} IN {onlyDays: Array(Date)}`, params: { onlyDays: only } } : "true";
  const days = allOf(ofOwner(ownerId), filterConditions(filters), whole, kept, among("day"));
  return readVisitors(
    clickhouse,
    question,
    { ...days, table: filters.length > 0 ? "link_day" : "owner_day" },
    allOf(clicksSource(question), counted, countedRows(question), among("toDate(at)")),
  );
}

/** Returns whether the filter selects a single link, which has few days to merge, however many clicks it has. */
function isOneLink(filter: ClickQuestion["filters"][number]): boolean {
  return filter.field === "link" && filter.op === "is" && filter.values.length === 1;
}
