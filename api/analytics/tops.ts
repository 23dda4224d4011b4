import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { listedFieldNames, type ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import type { Condition } from "../stats/condition.ts";
import { countedByField } from "../stats/fieldCounts.ts";
import { ofStoredDays } from "../stats/storedDays.ts";
import { byStoredDays, type ExpectedDays } from "./expectedDays.ts";
import type { AnalyticsQuestion } from "./question.ts";
import { clicksSource, countedOf, sourceOf } from "./source.ts";
import { type AccountDays, ofMissingDays } from "./storedLists.ts";

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
    const counts = countsByField(question, fields, days);
    return select(
      clickhouse,
      fieldRow,
      `SELECT field, value, clicks, countIf(value != '') OVER (PARTITION BY field) AS distinct FROM (${counts.sql})
       QUALIFY row_number() OVER (PARTITION BY field ORDER BY clicks DESC, value) <= {limit: UInt32}
       ORDER BY clicks DESC, value`,
      { ...counts.params, limit },
    );
  };
  const rows = await byStoredDays(clickhouse, question, read, expected);
  const byField = Map.groupBy(rows, ({ field }) => field);
  const listed = listedFieldNames.filter((name) => fields.includes(name));
  return new Map(listed.map((name) => [name, listOf(byField.get(name) ?? [])]));
}

/** Rows of `field`, `value` and `clicks`; only the clicks of days that are not stored are counted. */
function countsByField(question: AnalyticsQuestion, fields: readonly ListedFieldName[], days: AccountDays): Condition {
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
    const counts = countsByLink(question, days);
    return select(
      clickhouse,
      topRow,
      `SELECT toString(link_id) AS value, clicks, count() OVER () AS distinct FROM (${counts.sql})
       ORDER BY clicks DESC, value LIMIT {limit: UInt32}`,
      { ...counts.params, limit },
    );
  };
  return listOf(await byStoredDays(clickhouse, question, read, expected));
}

/** Rows of `link_id` and `clicks`. */
function countsByLink(question: AnalyticsQuestion, days: AccountDays): Condition {
  const found = sourceOf(question);
  // The account's sums don't tell its links apart.
  const source = found.table === "owner_quarter AS q" ? { ...found, table: "link_quarter AS q" } : found;
  const counted = (where: string) =>
    `SELECT link_id, ${countedOf(source, question)} AS clicks FROM ${source.table}
     WHERE ${where} GROUP BY link_id HAVING clicks > 0`;
  if (days.stored.length === 0) return { sql: counted(source.sql), params: source.params };
  const stored = ofStoredDays(days.listed);
  const parts = [
    `SELECT link_id, sum(${storedClicks(question)}) AS clicks FROM owner_day_link AS v WHERE owner_id = {owner: UUID} AND ${stored.sql} GROUP BY link_id`,
    ...(days.missing.length > 0 ? [counted(`${source.sql} AND toDate(quarter) IN {missingDays: Array(Date)}`)] : []),
  ];
  return {
    sql: `SELECT link_id, sum(clicks) AS clicks FROM (${parts.join(" UNION ALL ")}) GROUP BY link_id HAVING clicks > 0`,
    params: { ...source.params, ...stored.params, missingDays: days.missing },
  };
}

function storedClicks({ bots }: AnalyticsQuestion): string {
  return bots ? "v.people + v.bots" : "v.people";
}

function listOf(rows: readonly z.output<typeof topRow>[]): TopList {
  return { rows: rows.map(({ value, clicks }) => ({ value, clicks })), distinct: rows[0]?.distinct ?? 0 };
}
