import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { cityKeySql, cityNameSql } from "@hoplog/platform/clickhouse/citySql.js";
import { isOfLinks, type ListedFieldName, listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import type { Condition } from "../link/condition.ts";
import { countedByField } from "../link/fieldCounts.ts";
import { filterConditions } from "../link/filters/conditions.ts";
import { ofStoredDays } from "../link/storedDays.ts";
import { byStoredDays, type ExpectedDays } from "./expectedDays.ts";
import { type AnalyticsQuestion, areOfManyLinks, clicksSource, countedOf, type Source, sourceOf } from "./source.ts";
import { type AccountDays, noDays, ofMissingDays } from "./storedLists.ts";

export interface TopList {
  /** Most clicks first; equal ones by their value. The empty value is the unknown one. */
  readonly rows: readonly { readonly value: string; readonly clicks: number }[];
  /** How many known values there are. */
  readonly distinct: number;
}

const topRow = z.object({ value: z.string(), clicks: z.coerce.number(), distinct: z.coerce.number() });
const fieldRow = topRow.extend({ field: z.enum(listedFieldNames) });

/**
 * The values with the most clicks of each field. Of a list each of its values counts, so that they may add up to more.
 */
export async function topLists(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  fields: readonly ListedFieldName[],
  limit: number,
  expected?: ExpectedDays,
): Promise<ReadonlyMap<ListedFieldName, TopList>> {
  const read = (days: AccountDays) => {
    const counts = lessExcluded(question, days, "field, value", (...asked) => countsByField(fields, ...asked));
    return select(
      clickhouse,
      fieldRow,
      `SELECT field, value, clicks, countIf(value != '') OVER (PARTITION BY field) AS distinct FROM (${fields.includes("city") ? wholeCities(counts.sql) : counts.sql})
       QUALIFY row_number() OVER (PARTITION BY field ORDER BY clicks DESC, value) <= {limit: UInt32}
       ORDER BY clicks DESC, value`,
      { ...counts.params, limit },
    );
  };
  const isStored = question.filters.length === 0 || excludedIn(question) !== null;
  const rows = await (isStored ? byStoredDays(clickhouse, question, read, expected) : read(noDays));
  const byField = Map.groupBy(rows, ({ field }) => field);
  const listed = listedFieldNames.filter((name) => fields.includes(name));
  return new Map(listed.map((name) => [name, listOf(byField.get(name) ?? [])]));
}

/** The same rows of `field`, `value` and `clicks` with one for all districts and spellings of a city, named as most clicks name it. */
function wholeCities(counts: string): string {
  const named = `SELECT field, if(field = 'city', ${cityNameSql("value")}, value) AS name, sum(clicks) AS named FROM (${counts}) GROUP BY field, name`;
  return `SELECT field, argMax(name, (named, name)) AS value, sum(named) AS clicks
    FROM (${named}) GROUP BY field, if(field = 'city', ${cityKeySql("name")}, name)`;
}

/** Rows of `field`, `value` and `clicks`; only the clicks of days that are not stored are counted. */
function countsByField(fields: readonly ListedFieldName[], question: AnalyticsQuestion, days: AccountDays): Condition {
  const { sql, params } = clicksSource(question);
  const counted = (where: string) =>
    countedByField(fields, question.bots ? where : `${where} AND NOT is_bot`, { clicks: "count()" });
  if (days.stored.length === 0) return { sql: counted(sql), params };
  const [stored, missing] = [ofStoredDays(days.listed), ofMissingDays(days)];
  const parts = [
    `SELECT toString(v.field) AS field, toString(v.value) AS value, sum(${storedClicks(question)}) AS clicks
     FROM owner_day_value AS v WHERE owner_id = {owner: UUID} AND ${stored.sql} AND v.field IN {fields: Array(String)} GROUP BY v.field, v.value`,
    ...(days.missing.length > 0 ? [counted(`${sql} AND ${missing.sql}`)] : []),
  ];
  return {
    sql: `SELECT field, value, sum(clicks) AS clicks FROM (${parts.join(" UNION ALL ")})
      GROUP BY field, value HAVING clicks > 0`,
    params: { ...params, ...stored.params, fields, ...missing.params },
  };
}

/** The links with the most clicks, by their ids. */
export async function topLinkIds(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  limit: number,
  expected?: ExpectedDays,
): Promise<TopList> {
  const read = (days: AccountDays) => {
    // What of clicks is left out is no part of the sums.
    const counts = question.filters.every(isOfLinks)
      ? countsByLink(sourceOf, question, days)
      : lessExcluded(question, days, "link_id", (...asked) => countsByLink(clicksSource, ...asked));
    return select(
      clickhouse,
      topRow,
      `SELECT toString(link_id) AS value, clicks, count() OVER () AS distinct FROM (${counts.sql})
       ORDER BY clicks DESC, value LIMIT {limit: UInt32}`,
      { ...counts.params, limit },
    );
  };
  const isStored = areOfManyLinks(question.filters) || excludedIn(question) !== null;
  return listOf(await (isStored ? byStoredDays(clickhouse, question, read, expected) : read(noDays)));
}

/** Rows of `link_id` and `clicks`. */
function countsByLink(
  sourceFor: (question: AnalyticsQuestion) => Source,
  question: AnalyticsQuestion,
  days: AccountDays,
): Condition {
  const found = sourceFor(question);
  // The account's sums don't tell its links apart.
  const source = found.table === "owner_quarter AS q" ? { ...found, table: "link_quarter AS q" } : found;
  const counted = (where: string) =>
    `SELECT link_id, ${countedOf(source, question)} AS clicks FROM ${source.table}
     WHERE ${where} GROUP BY link_id HAVING clicks > 0`;
  if (days.stored.length === 0) return { sql: counted(source.sql), params: source.params };
  const [stored, missing] = [ofStoredDays(days.listed), ofMissingDays(days, source.table === "clicks")];
  const parts = [
    `SELECT link_id, sum(${storedClicks(question)}) AS clicks FROM owner_day_link AS v
     WHERE owner_id = {owner: UUID} AND ${stored.sql} AND ${filterConditions(question.filters).sql} GROUP BY link_id`,
    ...(days.missing.length > 0 ? [counted(`${source.sql} AND ${missing.sql}`)] : []),
  ];
  return {
    sql: `SELECT link_id, sum(clicks) AS clicks FROM (${parts.join(" UNION ALL ")}) GROUP BY link_id HAVING clicks > 0`,
    params: { ...source.params, ...stored.params, ...missing.params },
  };
}

/**
 * Counts by `key`. What is left where one filter is excluded is everything, most of which is stored, less what the filter names: fewer
 * clicks are looked at.
 */
function lessExcluded(
  question: AnalyticsQuestion,
  days: AccountDays,
  key: string,
  countsOf: (question: AnalyticsQuestion, days: AccountDays) => Condition,
): Condition {
  const filter = excludedIn(question);
  if (filter === null || days.stored.length === 0) return countsOf(question, days);
  const all = countsOf({ ...question, filters: [] }, days);
  const excluded = countsOf({ ...question, filters: [{ ...filter, op: "is" }] }, noDays);
  return {
    sql: `SELECT ${key}, sum(c) AS clicks FROM (SELECT ${key}, toInt64(clicks) AS c FROM (${all.sql})
      UNION ALL SELECT ${key}, -toInt64(clicks) FROM (${excluded.sql})) GROUP BY ${key} HAVING clicks > 0`,
    params: { ...all.params, ...excluded.params },
  };
}

/** The filter of a question that has one, and excludes its values. */
function excludedIn({ filters: [filter, another] }: AnalyticsQuestion): AnalyticsQuestion["filters"][number] | null {
  return filter?.op === "isNot" && another === undefined ? filter : null;
}

function storedClicks({ bots }: AnalyticsQuestion): string {
  return bots ? "v.people + v.bots" : "v.people";
}

function listOf(rows: readonly z.output<typeof topRow>[]): TopList {
  return { rows: rows.map(({ value, clicks }) => ({ value, clicks })), distinct: rows[0]?.distinct ?? 0 };
}
