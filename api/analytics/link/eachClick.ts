import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import type { Condition } from "../../clicks/clickhouse/condition.ts";
import { dimensionAndValue, groupedByDimension } from "./fieldCounts.ts";
import type { Figures, TopCount } from "./linkQuestion.ts";
import { isListed, mostFirst } from "./linkTops.ts";

const number = z.coerce.number();
const row = z.object({
  /** `date` is a day of the viewer's time zone, `day` a UTC day. */
  dimension: z.enum(["date", "day", ...dimensionColumns]),
  value: z.string(),
  clicks: number,
  visitors: number,
});

/**
 * Computes all figures from the clicks in one pass, because finding the clicks usually takes longer than grouping them.
 * Visitors are counted in every group, although only the counts per UTC day are used: a set of visitors per link would
 * not fit into memory.
 */
export async function readEachClick(clickhouse: ClickHouseClient, counted: Condition, tz: string): Promise<Figures> {
  const days = ["date", "day"] as const;
  const rows = await select(
    clickhouse,
    row,
    `SELECT dimension, value, clicks, visitors FROM (
       SELECT ${dimensionAndValue(days)}, count() AS clicks, uniqCombined(14)(visitor) AS visitors FROM (
         SELECT ${dimensionColumns.join(", ")}, visitor, toDate(at, {tz: String}) AS date, toDate(at) AS day
         FROM clicks WHERE ${counted.sql})
       ${groupedByDimension({ more: days })})
     WHERE value != ''
     QUALIFY dimension IN ('date', 'day') OR ${isListed}`,
    { ...counted.params, tz },
  );
  const of = (dimension: string) => rows.filter((one) => one.dimension === dimension);
  const tops = dimensionColumns.flatMap((dimension) =>
    of(dimension).map(({ value, clicks }): TopCount => ({ dimension, value, clicks })),
  );
  const byDate = of("date").map(({ value, clicks }) => ({ date: value, clicks }));
  return {
    byDate: byDate.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    visitors: of("day").reduce((sum, { visitors }) => sum + visitors, 0),
    tops: mostFirst(tops),
  };
}
