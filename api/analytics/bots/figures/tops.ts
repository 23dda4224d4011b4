import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { readTop, type Top } from "../../../clicks/questions/top.ts";
import { classifiedClicks, type VerdictQuestion } from "./question.ts";

/** Fields whose top values can be listed, each with the SQL expressions of its value and display name. */
const listed = {
  reason: { value: "toString(bot_reason)", name: "value" },
  agent: { value: "toString(user_agent)", name: "value" },
  network: { value: "toString(asn)", name: "toString(max(isp))" },
  referrer: { value: "toString(referrer)", name: "value" },
} as const;

export type VerdictField = keyof typeof listed;

export interface VerdictRow {
  /**
   * Value of the field; for networks, the AS number. An empty user agent was missing or has been deleted; `reasons`
   * distinguishes the two.
   */
  readonly value: string;
  readonly name: string;
  /** At most ten classification reasons of the clicks, sorted alphabetically; none for people. */
  readonly reasons: readonly string[];
  /** Versions of the rules that classified the clicks with this value. */
  readonly rulesVersions: readonly number[];
  readonly clicks: number;
  readonly lastAt: Date;
}

/** Values, most clicks first, then by value. */
export type VerdictTop = Top<VerdictRow>;

/** Maximum reasons per row. */
export const reasonsMax = 10;

const number = z.coerce.number();
const topRow = z
  .object({
    value: z.string(),
    name: z.string(),
    reasons: z.array(z.string()),
    rulesVersions: z.array(number),
    clicks: number,
    lastMs: number,
  })
  .transform(({ lastMs, ...row }) => ({ ...row, lastAt: new Date(lastMs) }));

/** Returns a field's values with the most classified clicks. */
export function topOf(
  clickhouse: ClickHouseClient,
  question: VerdictQuestion,
  field: VerdictField,
  limit: number,
): Promise<VerdictTop> {
  const { sql, params } = classifiedClicks(question);
  const { value, name } = listed[field];
  const counts = `SELECT ${value} AS value, ${name} AS name, count() AS clicks, toUnixTimestamp64Milli(max(at)) AS lastMs,
      arraySlice(arraySort(arrayFilter(reason -> reason != '', groupUniqArray(toString(bot_reason)))), 1, ${reasonsMax}) AS reasons,
      arraySort(groupUniqArray(bot_rules)) AS rulesVersions
    FROM clicks WHERE ${sql} GROUP BY value`;
  return readTop(clickhouse, topRow, { sql: counts, params }, { limit });
}
