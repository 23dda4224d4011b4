import type { ClickHouseClient } from "@clickhouse/client";
import { dimensionNames, dimensions } from "@hoplog/schema/clicks/dimensions.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import type { Condition } from "./condition.ts";
import { dimensionAndValue, groupedByDimension } from "./dimensions.ts";
import type { SplitDays } from "./keptDays.ts";
import type { StatsQuestion } from "./linkStats.ts";

const topRow = z.object({ dimension: z.enum(dimensionNames), value: z.string(), clicks: z.coerce.number() });
export type TopCount = z.output<typeof topRow>;

const wholly = dimensions.filter(({ isCountedWholly }) => isCountedWholly).map(({ name }) => `'${name}'`);

/** One of them may be "Unknown", which no list shows. */
const most = limits.topList + 1;

/** The values with the most clicks of each dimension, most first, and all of those that are counted wholly; unknown ones left out. */
export async function readTops(clickhouse: ClickHouseClient, { sql, params }: Condition): Promise<TopCount[]> {
  return mostOf(clickhouse, countedFrom(sql), params);
}

/** The same where some of the days have been counted: only the others' clicks are. `counted` is of the whole range. */
export async function readKeptTops(
  clickhouse: ClickHouseClient,
  { link, bots }: StatsQuestion,
  counted: Condition,
  { kept, rest }: SplitDays,
): Promise<TopCount[]> {
  const parts = [
    `SELECT toString(dimension) AS dimension, toString(value) AS value, sum(${bots ? "v.people + v.bots" : "v.people"}) AS clicks
     FROM link_day_value AS v
     WHERE owner_id = {owner: UUID} AND link_id = {link: UUID} AND v.dimension != '' AND (day, run) IN (
       SELECT kept.1, kept.2 FROM (SELECT arrayJoin(arrayZip({keptDays: Array(Date)}, {runs: Array(UInt64)})) AS kept))
     GROUP BY v.dimension, v.value`,
    ...(rest.length > 0 ? [countedFrom(`${counted.sql} AND toDate(at) IN {restDays: Array(Date)}`)] : []),
  ];
  return mostOf(
    clickhouse,
    `SELECT dimension, value, sum(clicks) AS clicks FROM (${parts.join(" UNION ALL ")})
     GROUP BY dimension, value HAVING clicks > 0`,
    {
      ...counted.params,
      owner: link.ownerId,
      link: link.id,
      keptDays: kept.map(({ day }) => day),
      runs: kept.map(({ run }) => run),
      restDays: rest,
    },
  );
}

function countedFrom(where: string): string {
  return `SELECT ${dimensionAndValue}, count() AS clicks FROM clicks WHERE ${where} ${groupedByDimension()}`;
}

async function mostOf(
  clickhouse: ClickHouseClient,
  counts: string,
  params: Record<string, unknown>,
): Promise<TopCount[]> {
  const rows = await select(
    clickhouse,
    topRow,
    `SELECT dimension, value, clicks FROM (${counts})
     WHERE value != ''
     QUALIFY dimension IN (${wholly.join(", ")})
       OR row_number() OVER (PARTITION BY dimension ORDER BY clicks DESC, value) <= ${most}`,
    params,
  );
  return rows.toSorted((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
}
