import { type StatsQuestion, type TopCount, topRow } from "./linkQuestion.ts";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { groupedReferrers } from "@hoplog/platform/visitor/sources.js";
import { dimensions } from "@hoplog/schema/clicks/dimensions.js";
import { limits } from "@hoplog/schema/limits.js";
import { select } from "../../clicks/clickhouse/select.ts";
import type { Condition } from "./condition.ts";
import { dimensionAndValue, groupedByDimension } from "./fieldCounts.ts";
import { ofStoredDays, type SplitDays } from "./storedDays.ts";

const wholly = dimensions.filter(({ isCountedWholly }) => isCountedWholly).map(({ name }) => `'${name}'`);

/** One of them may be "Unknown", which no list shows. Of referrers those that are grouped by source. */
const maxListed = `if(dimension = 'referrer', ${groupedReferrers}, ${limits.topList + 1})`;

/** For a QUALIFY over `dimension`, `value` and `clicks`: what is shown of each dimension. */
export const isListed = `dimension IN (${wholly.join(", ")})
  OR row_number() OVER (PARTITION BY dimension ORDER BY clicks DESC, value) <= ${maxListed}`;

/** The values with the most clicks of each dimension, most first, and all of those that are counted wholly; unknown ones left out. */
export async function readTops(clickhouse: ClickHouseClient, { sql, params }: Condition): Promise<TopCount[]> {
  return selectTops(clickhouse, countedFrom(sql), params);
}

/** The same where some of the days have been counted: only the others' clicks are. `counted` is of the whole range. */
export async function readStoredTops(
  clickhouse: ClickHouseClient,
  { link, bots }: StatsQuestion,
  counted: Condition,
  days: SplitDays,
): Promise<TopCount[]> {
  const ofStored = ofStoredDays(days.stored);
  const parts = [
    `SELECT toString(dimension) AS dimension, toString(value) AS value, sum(${bots ? "v.people + v.bots" : "v.people"}) AS clicks
     FROM link_day_value AS v
     WHERE owner_id = {owner: UUID} AND link_id = {link: UUID} AND v.dimension != '' AND ${ofStored.sql}
     GROUP BY v.dimension, v.value`,
    ...(days.missing.length > 0 ? [countedFrom(`${counted.sql} AND toDate(at) IN {missingDays: Array(Date)}`)] : []),
  ];
  return selectTops(
    clickhouse,
    `SELECT dimension, value, sum(clicks) AS clicks FROM (${parts.join(" UNION ALL ")})
     GROUP BY dimension, value HAVING clicks > 0`,
    {
      ...counted.params,
      owner: link.ownerId,
      link: link.id,
      ...ofStored.params,
      missingDays: days.missing,
    },
  );
}

function countedFrom(where: string): string {
  return `SELECT ${dimensionAndValue()}, count() AS clicks FROM clicks WHERE ${where} ${groupedByDimension()}`;
}

async function selectTops(
  clickhouse: ClickHouseClient,
  counts: string,
  params: Record<string, unknown>,
): Promise<TopCount[]> {
  const rows = await select(
    clickhouse,
    topRow,
    `SELECT dimension, value, clicks FROM (${counts})
     WHERE value != ''
     QUALIFY ${isListed}`,
    params,
  );
  return mostFirst(rows);
}

export function mostFirst(rows: readonly TopCount[]): TopCount[] {
  return rows.toSorted((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
}
