import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import type { Condition } from "../clickhouse/condition.ts";
import { select } from "../clickhouse/select.ts";
import { type TimeRange, forClickHouse } from "../counts/range.ts";
import type { ClickQuestion } from "./question.ts";

const visitorsRow = z.object({ visitors: z.coerce.number() });
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Counts visitors, distinct within each UTC day and summed over days: from stored sets (`owner_day` or `link_day`, AS
 * d) for whole days, and from single clicks for the rest of a range.
 */
export async function readVisitors(
  clickhouse: ClickHouseClient,
  { bots }: Pick<ClickQuestion, "bots">,
  stored: Condition & { readonly table: "owner_day" | "link_day" },
  counted: Condition,
): Promise<number> {
  const [row] = await select(
    clickhouse,
    visitorsRow,
    `SELECT sum(u) AS visitors FROM (
       SELECT uniqCombinedMerge(14)(d.${bots ? "everyone" : "people"}) AS u FROM ${stored.table} AS d WHERE ${stored.sql} GROUP BY day
       UNION ALL
       SELECT uniqCombined(14)(visitor) AS u FROM clicks WHERE ${counted.sql} GROUP BY toDate(at))`,
    { ...stored.params, ...counted.params },
  );
  return row?.visitors ?? 0;
}

/**
 * Splits a range into whole days, as a condition on `day`, and the moments before and after them, as a condition on
 * `at`.
 */
export function splitByDays({ from, to }: TimeRange): { readonly whole: Condition; readonly ends: Condition } {
  const first = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs);
  const end = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs);
  const ends = [
    ...(from && first && from < first ? ["at < {firstDay: DateTime64(3, 'UTC')}"] : []),
    ...(to && end && end < to ? ["at >= {endDay: DateTime64(3, 'UTC')}"] : []),
  ];
  const whole = [
    ...(first ? ["day >= toDate({firstDay: DateTime64(3, 'UTC')})"] : []),
    ...(end ? ["day < toDate({endDay: DateTime64(3, 'UTC')})"] : []),
  ];
  const params = { ...(first && { firstDay: forClickHouse(first) }), ...(end && { endDay: forClickHouse(end) }) };
  return {
    whole: { sql: whole.join(" AND ") || "true", params },
    ends: { sql: ends.length > 0 ? `(${ends.join(" OR ")})` : "false", params },
  };
}
