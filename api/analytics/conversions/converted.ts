import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Money } from "@hoplog/schema/conversions/money.js";
import { z } from "zod";
import { type ClickHouse, select } from "../../clicks/clickhouse/select.ts";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import { rangeCondition } from "../../clicks/counts/range.ts";
import { allOf, type Condition } from "../../clicks/clickhouse/condition.ts";
import { filterConditions } from "../../clicks/questions/filterConditions.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { countedRows, ofOwner } from "../../clicks/questions/source.ts";

export interface Converted {
  readonly leads: number;
  readonly sales: number;
  /** Amounts, one per currency, highest first. */
  readonly revenue: readonly Money[];
}

export const noConversions: Converted = { leads: 0, sales: 0, revenue: [] };

const number = z.coerce.number();
/** Columns of {@link sums}. */
export const converted = { leads: number, sales: number, revenue: z.record(z.string(), number), byPeople: number };
export const sums = `countIf(type = 'lead') AS leads, countIf(type = 'sale') AS sales, countIf(NOT is_bot) AS byPeople,
  sumMapIf(map(toString(currency), amount), type = 'sale') AS revenue`;

/**
 * Returns the SQL condition for the conversions of a query's clicks, by the time and properties of the click.
 * Conversions outlive single clicks; a retention deletes their visitor data, but not their rule and arm.
 */
export function conversionsOf(question: Pick<ClickQuestion, "ownerId" | "range" | "filters" | "bots">): Condition {
  const { ownerId, range, filters } = question;
  return allOf(
    ofOwner(ownerId),
    "NOT removed",
    rangeCondition(range),
    filterConditions(filters),
    countedRows(question),
  );
}

export type ConvertedRow = z.output<z.ZodObject<typeof converted>>;

/** Converts a row of {@link sums} for API responses. */
export function convertedOf({ leads, sales, revenue }: ConvertedRow): Converted {
  const amounts = Object.entries(revenue).map(([currency, amount]) => ({ currency, amount }));
  const ordered = amounts.toSorted((a, b) => b.amount - a.amount || (a.currency < b.currency ? -1 : 1));
  return { leads, sales, revenue: ordered };
}

/**
 * Returns all-time conversions by link; null while ClickHouse is unavailable. Links without conversions are omitted.
 */
export async function convertedByLinkIfAvailable(
  { clickhouse, logger }: ClickHouse & Logs,
  ownerId: string,
  linkIds: readonly string[],
  bots: boolean,
): Promise<ReadonlyMap<string, Converted> | null> {
  const all = conversionsOf({ ownerId, range: { from: null, to: null }, filters: [], bots });
  try {
    const rows = await select(
      clickhouse,
      z.object({ id: z.uuid(), ...converted }),
      `SELECT toString(link_id) AS id, ${sums} FROM conversions FINAL
       WHERE ${all.sql} AND link_id IN {links: Array(UUID)} GROUP BY link_id`,
      { ...all.params, links: linkIds },
    );
    return new Map(rows.map(({ id, ...row }) => [id, convertedOf(row)]));
  } catch (error) {
    logger.warn({ err: error }, "cannot read conversions");
    return null;
  }
}

/** Reads the conversions of a query, without the clicks for comparison. */
export async function convertedIn(clickhouse: ClickHouseClient, question: ClickQuestion): Promise<Converted> {
  const { sql, params } = conversionsOf(question);
  const sold = `SELECT ${sums} FROM conversions FINAL WHERE ${sql}`;
  const [row] = await select(clickhouse, z.object(converted), sold, params);
  return row ? convertedOf(row) : noConversions;
}
