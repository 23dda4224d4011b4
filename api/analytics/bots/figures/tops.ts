import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../../clicks/clickhouse/select.ts";
import { classifiedClicks, type VerdictQuestion } from "./question.ts";

/** What judged clicks are listed by, with the text of each value and the name that people read. */
const listed = {
  reason: { value: "toString(bot_reason)", name: "value" },
  agent: { value: "toString(user_agent)", name: "value" },
  network: { value: "toString(asn)", name: "toString(max(isp))" },
  referrer: { value: "toString(referrer)", name: "value" },
} as const;

export type VerdictField = keyof typeof listed;

export interface VerdictRow {
  /** A network by its number. An empty user agent was none, or isn't kept any more: the reasons tell. */
  readonly value: string;
  readonly name: string;
  /** Why these clicks were judged so, at most ten, by the alphabet. None of people. */
  readonly reasons: readonly string[];
  /** Versions of the rules that judged them. */
  readonly rulesVersions: readonly number[];
  readonly clicks: number;
  readonly lastAt: Date;
}

export interface VerdictTop {
  /** Most clicks first; equal ones by their value. */
  readonly rows: readonly VerdictRow[];
  readonly distinct: number;
}

/** Of one row. */
export const reasonsMax = 10;

const number = z.coerce.number();
const topRow = z.object({
  value: z.string(),
  name: z.string(),
  reasons: z.array(z.string()),
  rulesVersions: z.array(number),
  clicks: number,
  lastMs: number,
  distinct: number,
});

/** The values of a field with the most judged clicks. */
export async function topOf(
  clickhouse: ClickHouseClient,
  question: VerdictQuestion,
  field: VerdictField,
  limit: number,
): Promise<VerdictTop> {
  const { sql, params } = classifiedClicks(question);
  const { value, name } = listed[field];
  const rows = await select(
    clickhouse,
    topRow,
    `SELECT *, count() OVER () AS distinct FROM (
       SELECT ${value} AS value, ${name} AS name, count() AS clicks, toUnixTimestamp64Milli(max(at)) AS lastMs,
         arraySlice(arraySort(arrayFilter(reason -> reason != '', groupUniqArray(toString(bot_reason)))), 1, ${reasonsMax}) AS reasons,
         arraySort(groupUniqArray(bot_rules)) AS rulesVersions
       FROM clicks WHERE ${sql} GROUP BY value)
     ORDER BY clicks DESC, value LIMIT {limit: UInt32}`,
    { ...params, limit },
  );
  return {
    rows: rows.map(({ lastMs, distinct: _distinct, ...row }) => ({ ...row, lastAt: new Date(lastMs) })),
    distinct: rows[0]?.distinct ?? 0,
  };
}
