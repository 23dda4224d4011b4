import type { ClickHouseClient } from "@clickhouse/client";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import type { Condition } from "./condition.ts";
import { select } from "./select.ts";

const dimensions = ["country", "browser", "os", "device", "referrer", "isp"] as const;
const topRow = z.object({ dimension: z.enum(dimensions), value: z.string(), clicks: z.coerce.number() });
export type TopCount = z.output<typeof topRow>;

/** Of these, which are few, every value is wanted. */
const wholly = ["country", "browser"];

/** One of them may be "Unknown", which no list shows. */
const most = limits.topList + 1;

/** The values with the most clicks of each dimension, most first, and all countries and browsers; unknown ones left out. */
export async function readTops(clickhouse: ClickHouseClient, { sql, params }: Condition): Promise<TopCount[]> {
  // One pass over the rows for all dimensions: finding out which rows are the link's costs more than grouping them.
  const named = (of: (dimension: string) => string) =>
    `multiIf(${dimensions.map((dimension) => `grouping(${dimension}) = 0, ${of(dimension)}`).join(", ")}, '')`;
  const rows = await select(
    clickhouse,
    topRow,
    `SELECT dimension, value, clicks FROM (
       SELECT ${named((dimension) => `'${dimension}'`)} AS dimension,
         ${named((dimension) => `toString(${dimension})`)} AS value, count() AS clicks
       FROM clicks WHERE ${sql}
       GROUP BY GROUPING SETS (${dimensions.map((dimension) => `(${dimension})`).join(", ")}))
     WHERE value != ''
     QUALIFY dimension IN (${wholly.map((dimension) => `'${dimension}'`).join(", ")})
       OR row_number() OVER (PARTITION BY dimension ORDER BY clicks DESC, value) <= ${most}`,
    params,
  );
  return rows.toSorted((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
}
