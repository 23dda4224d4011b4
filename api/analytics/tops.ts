import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { listedFields, type ListedFieldName } from "@hoplog/schema/clicks/filters.js";
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

/** The values with the most clicks of one field; of a list each of its values counts, so that they may add up to more. */
export async function topList(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  field: ListedFieldName,
  limit: number,
): Promise<TopList> {
  const source = clicksSource(question);
  return readTop(clickhouse, question, source, valueOf(field), limit);
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
  return readTop(clickhouse, question, source, "link_id", limit);
}

async function readTop(
  clickhouse: ClickHouseClient,
  question: AnalyticsQuestion,
  source: ReturnType<typeof sourceOf>,
  value: string,
  limit: number,
): Promise<TopList> {
  const ofPeople = source.at === "at" && !question.bots ? "AND NOT is_bot" : "";
  const clicks = ofPeople ? "count()" : countedOf(source, question);
  const rows = await select(
    clickhouse,
    topRow,
    `SELECT toString(listed) AS value, clicks, distinct FROM (
       SELECT listed, clicks, countIf(toString(listed) != '') OVER () AS distinct FROM (
         SELECT ${value} AS listed, ${clicks} AS clicks FROM ${source.table}
         WHERE ${source.sql} ${ofPeople} GROUP BY listed HAVING clicks > 0)
       ORDER BY clicks DESC, toString(listed) LIMIT {limit: UInt32})`,
    { ...source.params, limit },
  );
  return {
    rows: rows.map(({ value: text, clicks: count }) => ({ value: text, clicks: count })),
    distinct: rows[0]?.distinct ?? 0,
  };
}

function valueOf(name: ListedFieldName): string {
  const field = listedFields.find((known) => known.name === name);
  if (!field) throw new RangeError(`${name} is no field of clicks`);
  return field.kind === "list" ? `arrayJoin(splitByChar(',', ${field.column}))` : field.column;
}
