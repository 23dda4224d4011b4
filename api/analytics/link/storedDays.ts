import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";
import { z } from "zod";
import { allOf, type Condition } from "../../clicks/clickhouse/condition.ts";
import { sinceCut } from "../../clicks/cuts/conditions.ts";
import { oneThread, select } from "../../clicks/clickhouse/select.ts";
import { storedSeconds } from "../../clicks/counts/quartersInRange.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { narrowed, type Source, type LinkKey } from "../../clicks/questions/source.ts";

/** Clicks of a link or an account on a UTC day. */
export interface DayClicks {
  readonly day: string;
  readonly people: number;
  readonly bots: number;
}

/** A stored count of a day; `run` identifies the job run that stored it. */
export interface StoredDay extends DayClicks {
  readonly run: number;
}

/** Stored and missing days of a range. */
export interface SplitDays {
  readonly stored: readonly { readonly day: string; readonly run: number }[];
  readonly missing: readonly string[];
}

/**
 * Version and dimensions of a day's stored top lists, stored as the value of the row without a dimension, which is
 * written last. Lists with another value are not used; their day is counted from its clicks.
 */
export const storedVersion = `2 ${dimensionColumns.join(",")}`;

const number = z.coerce.number();
const storedRow = z.object({ day: z.string(), run: number, people: number, bots: number });

/** Returns the stored days of a link that overlap the range; few links have stored days. */
export async function readStoredDays(
  clickhouse: ClickHouseClient,
  link: LinkKey,
  range: TimeRange,
): Promise<StoredDay[]> {
  const days = storedDaysIn(range);
  return select(
    clickhouse,
    storedRow,
    `SELECT toString(v.day) AS day, run, people, bots FROM link_day_value AS v
     WHERE owner_id = {owner: UUID} AND link_id = {link: UUID} AND dimension = '' AND value = {version: String}
       AND ${days.sql}`,
    {
      owner: link.ownerId,
      link: link.id,
      version: storedVersion,
      ...days.params,
    },
    oneThread,
  );
}

/**
 * Returns the SQL condition on `day` of a table `v`: the days that overlap the range and are not before the account's
 * cut.
 */
export function storedDaysIn({ from, to }: TimeRange): Condition {
  return allOf(
    sinceCut("day", "v."),
    ...(from
      ? [{ sql: "v.day >= toDate(toDateTime({from: UInt32}, 'UTC'))", params: { from: storedSeconds(from) } }]
      : []),
    ...(to ? [{ sql: "v.day <= toDate(toDateTime({to: UInt32}, 'UTC'))", params: { to: storedSeconds(to) } }] : []),
  );
}

/** Returns the SQL condition for the stored days, on tables with `day` and `run`. */
export function ofStoredDays(stored: SplitDays["stored"]): Condition {
  return {
    sql: `(day, run) IN (
      SELECT stored.1, stored.2 FROM (SELECT arrayJoin(arrayZip({storedDays: Array(Date)}, {runs: Array(UInt64)})) AS stored))`,
    params: { storedDays: stored.map(({ day }) => day), runs: stored.map(({ run }) => run) },
  };
}

/** Combines a query of the stored days with one that counts the clicks of the other days. */
export function overDays(
  days: SplitDays,
  source: Source,
  stored: () => Condition,
  counted: (source: Source) => string,
): Condition {
  if (days.stored.length === 0) return { sql: counted(source), params: source.params };
  const rest = narrowed(source, ofMissingDays(days, source));
  const { sql, params } = stored();
  return {
    sql: days.missing.length > 0 ? `${sql} UNION ALL ${counted(rest)}` : sql,
    params: { ...rest.params, ...params },
  };
}

/** Returns the SQL condition for clicks of days that are not stored; add it to the condition of the range. */
function ofMissingDays({ missing }: SplitDays, { table, at }: Source): Condition {
  const isIn = (column: string) => `toDate(${column}) IN {missingDays: Array(Date)}`;
  const hint = table === "clicks" && at !== "at" ? ` AND indexHint(${isIn("at")})` : "";
  return { sql: `${isIn(at)}${hint}`, params: { missingDays: missing } };
}

/**
 * Splits days into stored and missing ones. `clicked` are the current days of the range. A stored count with as many
 * clicks covers the same clicks, because clicks never change and only whole links are erased. A day that is only partly
 * in the range therefore counts as missing, unless all its clicks are in the range.
 */
export function splitDays(clicked: readonly DayClicks[], stored: readonly StoredDay[]): SplitDays {
  const counted = new Map(stored.map((day) => [keyOf(day), day.run]));
  const split: { stored: { day: string; run: number }[]; missing: string[] } = { stored: [], missing: [] };
  for (const day of clicked) {
    const run = counted.get(keyOf(day));
    if (run === undefined) split.missing.push(day.day);
    else split.stored.push({ day: day.day, run });
  }
  return split;
}

function keyOf({ day, people, bots }: DayClicks): string {
  return `${day} ${people} ${bots}`;
}
