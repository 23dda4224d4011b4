import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { listedFieldNames, listedFields, type ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import type { AnalyticsQuestion } from "./question.ts";
import { clicksSource, countedOf, sourceOf } from "./source.ts";

export interface TopList {
  /** Most clicks first; equal ones by their value. The empty value is the unknown one. */
  readonly rows: readonly { readonly value: string; readonly clicks: number }[];
  /** How many known values there are. */
  readonly distinct: number;
}

const topRow = z.object({ value: z.string(), clicks: z.coerce.number(), distinct: z.coerce.number() });
const fieldRow = topRow.extend({ field: z.enum(listedFieldNames) });

/**
 * The values with the most clicks of each field, in one pass over the clicks: finding out which are counted costs more than
 * to group them. Of a list each of its values counts, so that they may add up to more.
 */
export async function topLists(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  fields: readonly ListedFieldName[],
  limit: number,
): Promise<ReadonlyMap<ListedFieldName, TopList>> {
  const { sql, params } = clicksSource(question);
  const listed = listedFields.filter(({ name }) => fields.includes(name));
  const each = (of: (field: (typeof listed)[number]) => string) =>
    `multiIf(${listed.map((field) => `grouping(${field.column}) = 0, ${of(field)}`).join(", ")}, '')`;
  const lists = listed.filter(({ kind }) => kind === "list").map(({ name }) => `'${name}'`);
  const rows = await select(
    clickhouse,
    fieldRow,
    `SELECT field, value, clicks, countIf(value != '') OVER (PARTITION BY field) AS distinct FROM (
       SELECT field, arrayJoin(if(field IN (${lists.join(", ") || "''"}), splitByChar(',', text), [text])) AS value,
         sum(counted) AS clicks
       FROM (
         SELECT ${each(({ name }) => `'${name}'`)} AS field, ${each(({ column }) => `toString(${column})`)} AS text,
           count() AS counted
         FROM clicks WHERE ${sql} ${question.bots ? "" : "AND NOT is_bot"}
         GROUP BY GROUPING SETS (${listed.map(({ column }) => `(${column})`).join(", ")}))
       GROUP BY field, value)
     QUALIFY row_number() OVER (PARTITION BY field ORDER BY clicks DESC, value) <= {limit: UInt32}
     ORDER BY clicks DESC, value`,
    { ...params, limit },
  );
  const byField = Map.groupBy(rows, ({ field }) => field);
  return new Map(listed.map(({ name }) => [name, listOf(byField.get(name) ?? [])]));
}

/** The links with the most clicks, by their ids. */
export async function topLinkIds(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  limit: number,
): Promise<TopList> {
  const found = sourceOf(question);
  // The account's sums don't tell its links apart.
  const source = found.table === "owner_quarter AS q" ? { ...found, table: "link_quarter AS q" } : found;
  const rows = await select(
    clickhouse,
    topRow,
    `SELECT toString(link_id) AS value, clicks, count() OVER () AS distinct FROM (
       SELECT link_id, ${countedOf(source, question)} AS clicks FROM ${source.table}
       WHERE ${source.sql} GROUP BY link_id HAVING clicks > 0)
     ORDER BY clicks DESC, value LIMIT {limit: UInt32}`,
    { ...source.params, limit },
  );
  return listOf(rows);
}

function listOf(rows: readonly z.output<typeof topRow>[]): TopList {
  return { rows: rows.map(({ value, clicks }) => ({ value, clicks })), distinct: rows[0]?.distinct ?? 0 };
}
