import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { cityKeySql, cityNameSql } from "@hoplog/platform/clickhouse/citySql.js";
import { isOfLinks, type ListedFieldName, listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { allOf, type Condition } from "../../clicks/clickhouse/condition.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { filterConditions } from "../../clicks/questions/filterConditions.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { clicksSource, countedOf, countedRows, ofOwner, type Source, sourceOf } from "../../clicks/questions/source.ts";
import { readTop, type Top } from "../../clicks/questions/top.ts";
import { countedByField } from "../link/fieldCounts.ts";
import { ofStoredDays, overDays } from "../link/storedDays.ts";
import { byStoredDays, type ExpectedDays } from "./expectedDays.ts";
import { type AccountDays, areOfManyLinks, noDays } from "./storedLists.ts";

const topRow = z.object({ value: z.string(), clicks: z.coerce.number() });

/** Values, most clicks first, then by value. The empty value means unknown and is not counted in `distinct`. */
export type TopList = Top<z.output<typeof topRow>>;

const fieldRow = topRow.extend({ field: z.enum(listedFieldNames), distinct: z.coerce.number() });

/** Returns the most clicked values of each field. Each language of a click counts, so sums may exceed the clicks. */
export async function topLists(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
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

/**
 * Merges all districts and spellings of a city into one row of `field`, `value` and `clicks`. The row gets the name
 * that most clicks have.
 */
function wholeCities(counts: string): string {
  const named = `SELECT field, if(field = 'city', ${cityNameSql("value")}, value) AS name, sum(clicks) AS named FROM (${counts}) GROUP BY field, name`;
  return `SELECT field, argMax(name, (named, name)) AS value, sum(named) AS clicks
    FROM (${named}) GROUP BY field, if(field = 'city', ${cityKeySql("name")}, name)`;
}

/** Returns SQL for rows of `field`, `value` and `clicks`. Clicks are counted only for days that are not stored. */
function countsByField(fields: readonly ListedFieldName[], question: ClickQuestion, days: AccountDays): Condition {
  const source = clicksSource(question);
  const counted = ({ sql }: Condition) =>
    countedByField(fields, allOf(sql, countedRows(question)).sql, { clicks: "count()" });
  const stored = () => {
    const ofFields = { sql: "v.field IN {fields: Array(String)}", params: { fields } };
    const { sql, params } = allOf(ofOwner(question.ownerId), ofStoredDays(days.listed), ofFields);
    return {
      sql: `SELECT toString(v.field) AS field, toString(v.value) AS value, sum(${storedClicks(question)}) AS clicks
        FROM owner_day_value AS v WHERE ${sql} GROUP BY v.field, v.value`,
      params,
    };
  };
  return addedUp(overDays(days, source, stored, counted), days, "field, value");
}

/** Adds up clicks by `key`, because stored and counted days return separate rows. */
function addedUp({ sql, params }: Condition, days: AccountDays, key: string): Condition {
  if (days.stored.length === 0) return { sql, params };
  return { sql: `SELECT ${key}, sum(clicks) AS clicks FROM (${sql}) GROUP BY ${key} HAVING clicks > 0`, params };
}

/** Returns the ids of the links with the most clicks. */
export async function topLinkIds(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
  limit: number,
  expected?: ExpectedDays,
): Promise<TopList> {
  const read = (days: AccountDays) => {
    // Filters by anything but links need the clicks themselves, because the sums are not split by other fields.
    const counts = question.filters.every(isOfLinks)
      ? countsByLink(sourceOf, question, days)
      : lessExcluded(question, days, "link_id", (...asked) => countsByLink(clicksSource, ...asked));
    const named = `SELECT toString(link_id) AS value, clicks FROM (${counts.sql})`;
    return readTop(clickhouse, topRow, { ...counts, sql: named }, { limit });
  };
  const isStored = areOfManyLinks(question.filters) || excludedIn(question) !== null;
  return isStored ? byStoredDays(clickhouse, question, read, expected) : read(noDays);
}

/** Returns SQL for rows of `link_id` and `clicks`. */
function countsByLink(
  sourceFor: (question: ClickQuestion) => Source,
  question: ClickQuestion,
  days: AccountDays,
): Condition {
  const found = sourceFor(question);
  // The account's sums are not split by link, so the links' sums are used.
  const source = found.table === "owner_quarter AS q" ? { ...found, table: "link_quarter AS q" } : found;
  const counted = (of: Source) =>
    `SELECT link_id, ${countedOf(of, question)} AS clicks FROM ${of.table} WHERE ${of.sql} GROUP BY link_id HAVING clicks > 0`;
  const stored = () => {
    const { sql, params } = allOf(
      ofOwner(question.ownerId),
      ofStoredDays(days.listed),
      filterConditions(question.filters),
    );
    const clicks = `sum(${storedClicks(question)}) AS clicks`;
    return { sql: `SELECT link_id, ${clicks} FROM owner_day_link AS v WHERE ${sql} GROUP BY link_id`, params };
  };
  return addedUp(overDays(days, source, stored, counted), days, "link_id");
}

/**
 * Counts by `key`. For a query that excludes values of one field, subtracts the clicks with these values from all
 * clicks. The counts of all clicks are mostly stored, so fewer clicks are read.
 */
function lessExcluded(
  question: ClickQuestion,
  days: AccountDays,
  key: string,
  countsOf: (question: ClickQuestion, days: AccountDays) => Condition,
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

/** Returns the filter if it is the only one and excludes values; otherwise null. */
function excludedIn({ filters: [filter, another] }: ClickQuestion): ClickQuestion["filters"][number] | null {
  return filter?.op === "isNot" && another === undefined ? filter : null;
}

function storedClicks({ bots }: ClickQuestion): string {
  return bots ? "v.people + v.bots" : "v.people";
}

function listOf(rows: readonly z.output<typeof fieldRow>[]): TopList {
  return { rows: rows.map(({ value, clicks }) => ({ value, clicks })), distinct: rows[0]?.distinct ?? 0 };
}
