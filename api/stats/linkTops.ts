import type { ClickHouseClient } from "@clickhouse/client";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import type { Condition } from "./condition.ts";
import { select } from "./select.ts";

const dimensions = ["country", "browser", "os", "device", "referrer", "isp"] as const;
const topRow = z.object({ dimension: z.enum(dimensions), value: z.string(), clicks: z.coerce.number() });
export type TopCount = z.output<typeof topRow>;

/** Of these, which are few, every value is wanted. */
const wholly: ReadonlySet<string> = new Set(["country", "browser"]);

/** One of them may be "Unknown", which no list shows. */
const most = limits.topList + 1;

/** The values with the most clicks of each dimension, most first, and all countries and browsers; unknown ones left out. */
export async function readTops(clickhouse: ClickHouseClient, { sql, params }: Condition): Promise<TopCount[]> {
  const one = (dimension: string) =>
    `(SELECT '${dimension}' AS dimension, toString(${dimension}) AS value, count() AS clicks FROM clicks
      WHERE ${sql} AND ${dimension} != '' GROUP BY ${dimension}
      ORDER BY clicks DESC, value ${wholly.has(dimension) ? "" : `LIMIT ${most}`})`;
  const rows = await select(clickhouse, topRow, dimensions.map(one).join(" UNION ALL "), params);
  return rows.toSorted((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
}
