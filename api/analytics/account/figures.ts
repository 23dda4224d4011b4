import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { isOfLinks } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { beforeCut } from "../../clicks/cuts/conditions.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { filterConditions } from "../link/filters/conditions.ts";
import { splitDays } from "../link/linkFigures.ts";
import { isOfQuarters } from "../link/quarters.ts";
import { ofStoredDays } from "../link/storedDays.ts";
import { type AnalyticsQuestion, areOfManyLinks, clicksSource, sourceOf } from "./source.ts";
import { noDays, ofMissingDays, storedListDays, storedVisitorDays } from "./storedLists.ts";
import { segmentsIn, storedSegmentDays } from "./storedSegments.ts";

export interface Figures {
  /** As many as the question counts: people, or people and bots. */
  readonly clicks: number;
  readonly people: number;
  readonly bots: number;
  /** Told apart within one UTC day, and added up over the days; never more than clicks. */
  readonly uniqueVisitors: number;
}

const number = z.coerce.number();
const clicksRow = z.object({ people: number, bots: number });
const visitorsRow = z.object({ visitors: number });
const daysRow = z.object({ ...clicksRow.shape, days: number });
const figuresRow = z.object({ ...clicksRow.shape, ...visitorsRow.shape });

export async function figuresOf(clickhouse: ClickHouseClient, question: AnalyticsQuestion): Promise<Figures> {
  const { filters } = question;
  const isKept = filters.length === 0 || (filters.length === 1 && filters.every(isOneLink));
  const read = isKept ? readKept : filters.every(isOfLinks) ? readOfLinks : countAll;
  const { people, bots, visitors } = await read(clickhouse, question);
  const clicks = people + (question.bots ? bots : 0);
  // A visitor is counted by an estimate once there are very many.
  return { clicks, people, bots, uniqueVisitors: Math.min(clicks, visitors) };
}

/** In one pass. */
async function countAll(clickhouse: ClickHouseClient, question: AnalyticsQuestion) {
  const { sql, params, people, bots, at } = clicksSource(question);
  const days = await storedSegmentDays(clickhouse, question);
  const counted = (where: string) =>
    `SELECT ${people} AS p, ${bots} AS b, uniqCombinedIf(14)(visitor, ${countedVisitors(question)}) AS u
     FROM clicks WHERE ${where} GROUP BY toDate(${at})`;
  const [segments, missing] = [days.stored.length > 0 ? segmentsIn(question, days) : null, ofMissingDays(days)];
  const parts = segments
    ? [
        countSegments(segments.sql, question),
        ...(days.missing.length > 0 ? [counted(`${sql} AND ${missing.sql}`)] : []),
      ]
    : [counted(sql)];
  const [row] = await select(
    clickhouse,
    figuresRow,
    `SELECT sum(p) AS people, sum(b) AS bots, sum(u) AS visitors FROM (${parts.join(" UNION ALL ")})`,
    { ...params, ...segments?.params, ...missing.params },
  );
  return row ?? { people: 0, bots: 0, visitors: 0 };
}

/** By day. A visitor may have come with several of the values, which is why these are sets. */
function countSegments(where: string, { bots }: AnalyticsQuestion): string {
  const rows = [
    `SELECT day, arraySum(v.people) AS p, arraySum(v.bots) AS b, people_visitors AS visitors FROM owner_day_segment AS v WHERE ${where}`,
    ...(bots ? [`SELECT day, 0, 0, bot_visitors FROM owner_day_segment AS v WHERE ${where}`] : []),
  ];
  return `SELECT sum(s.p) AS p, sum(s.b) AS b, uniqCombinedMerge(14)(s.visitors) AS u FROM (${rows.join(" UNION ALL ")}) AS s GROUP BY day`;
}

async function readKept(clickhouse: ClickHouseClient, question: AnalyticsQuestion) {
  if (question.filters.length === 0 && isOfQuarters(question.range)) return readStored(clickhouse, question);
  const [clicks, visitors] = await Promise.all([readClicks(clickhouse, question), readVisitors(clickhouse, question)]);
  return { ...clicks, visitors };
}

/** A day of a link is a set of visitors, which takes as long to add as so many clicks take to count. */
const clicksPerDayOfLink = 6;

/**
 * Of links, whatever their clicks are: clicks by their sums; visitors by the sets of their days, or of many links with few clicks by
 * these clicks, but for days whose single clicks were removed.
 */
async function readOfLinks(clickhouse: ClickHouseClient, question: AnalyticsQuestion) {
  const { people, bots, days } = await readDaysOfLinks(clickhouse, question);
  const areFew = days * clicksPerDayOfLink <= people + bots;
  return { people, bots, visitors: await readVisitors(clickhouse, question, { fromDays: areFew ? "all" : "removed" }) };
}

/** Their clicks, and how many days of a link have some. */
async function readDaysOfLinks(clickhouse: ClickHouseClient, question: AnalyticsQuestion) {
  const days = areOfManyLinks(question.filters) ? await storedListDays(clickhouse, question) : noDays;
  if (days.stored.length === 0) {
    const [clicks, counted] = await Promise.all([
      readClicks(clickhouse, question),
      countDaysOfLinks(clickhouse, question),
    ]);
    return { ...clicks, days: counted };
  }
  const [source, ofDays] = [sourceOf(question), ofStoredDays(days.stored)];
  const missing = ofMissingDays(days, false);
  const parts = [
    `SELECT sum(v.people) AS p, sum(v.bots) AS b, count() AS n FROM owner_day_link AS v
     WHERE owner_id = {owner: UUID} AND ${ofDays.sql} AND ${filterConditions(question.filters).sql}`,
    ...(days.missing.length > 0
      ? [
          `SELECT ${source.people} AS p, ${source.bots} AS b, uniqExact(link_id, toDate(quarter)) AS n FROM ${source.table}
           WHERE ${source.sql} AND ${missing.sql}`,
        ]
      : []),
  ];
  const [row] = await select(
    clickhouse,
    daysRow,
    `SELECT sum(p) AS people, sum(b) AS bots, sum(n) AS days FROM (${parts.join(" UNION ALL ")})`,
    { ...source.params, ...ofDays.params, ...missing.params },
  );
  return row ?? { people: 0, bots: 0, days: 0 };
}

async function countDaysOfLinks(clickhouse: ClickHouseClient, { ownerId, range, filters }: AnalyticsQuestion) {
  const [days, filter] = [splitDays(range), filterConditions(filters)];
  const [row] = await select(
    clickhouse,
    z.object({ days: number }),
    `SELECT count() AS days FROM link_day WHERE owner_id = {owner: UUID} AND ${filter.sql} AND ${days.whole}`,
    { ...filter.params, ...days.params, owner: ownerId },
  );
  return row?.days ?? 0;
}

/** Of the account: visitors of stored days are numbers, those of the others sets, few of which are old. */
async function readStored(clickhouse: ClickHouseClient, question: AnalyticsQuestion) {
  const days = await storedVisitorDays(clickhouse, question);
  const { people, everyone } = days.visitors;
  const rest = days.uncounted.length > 0 ? await readVisitors(clickhouse, question, { only: days.uncounted }) : 0;
  const sum = (who: "people" | "bots") => days.clicked.reduce((all, day) => all + day[who], 0);
  return { people: sum("people"), bots: sum("bots"), visitors: (question.bots ? everyone : people) + rest };
}

async function readClicks(clickhouse: ClickHouseClient, question: AnalyticsQuestion) {
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
  /** Of these days alone. */
  readonly only?: readonly string[];
  /** Which whole days are read from the sets that are kept of them; the clicks of the others are counted, as those of the range's ends. */
  readonly fromDays?: "all" | "removed";
}

/** Of the account, or of links. */
async function readVisitors(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  { only, fromDays = "all" }: VisitedDays = {},
): Promise<number> {
  const { filters, range, bots } = question;
  const raw = clicksSource(question);
  const days = splitDays(range);
  const table = filters.length > 0 ? "link_day" : "owner_day";
  const [kept, counted] = fromDays === "all" ? ["true", days.ends] : [beforeCut("day"), "true"];
  const [row] = await select(
    clickhouse,
    visitorsRow,
    `SELECT sum(u) AS visitors FROM (
       SELECT uniqCombinedMerge(14)(d.${bots ? "everyone" : "people"}) AS u FROM ${table} AS d
       WHERE owner_id = {owner: UUID} AND ${filterConditions(filters).sql} AND ${days.whole} AND ${kept}
         ${only ? "AND day IN {missingDays: Array(Date)}" : ""} GROUP BY day
       UNION ALL
       SELECT uniqCombined(14)(visitor) AS u FROM clicks
       WHERE ${raw.sql} AND ${counted} AND ${countedVisitors(question)} ${only ? "AND toDate(at) IN {missingDays: Array(Date)}" : ""}
       GROUP BY toDate(at))`,
    { ...raw.params, ...days.params, ...(only && { missingDays: only }) },
  );
  return row?.visitors ?? 0;
}

function countedVisitors({ bots }: AnalyticsQuestion): string {
  return bots ? "true" : "NOT is_bot";
}

/** It has few days, whatever its clicks are. */
function isOneLink(filter: AnalyticsQuestion["filters"][number]): boolean {
  return filter.field === "link" && filter.op === "is" && filter.values.length === 1;
}
