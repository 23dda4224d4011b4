import { type StatsQuestion, type TopCount, topRow } from "./linkQuestion.ts";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { groupedReferrers } from "@hoplog/platform/visitor/sources.js";
import { dimensions } from "@hoplog/schema/clicks/dimensions.js";
import { limits } from "@hoplog/schema/limits.js";
import { select } from "../../clicks/clickhouse/select.ts";
import type { Source } from "../../clicks/questions/source.ts";
import { dimensionAndValue, groupedByDimension } from "./fieldCounts.ts";
import { ofStoredDays, overDays, type SplitDays } from "./storedDays.ts";

const wholly = dimensions.filter(({ isCountedWholly }) => isCountedWholly).map(({ name }) => `'${name}'`);

/**
 * SQL for the maximum number of values per dimension: one more than is listed, because "Unknown" is removed; for
 * referrers, enough to group them by source.
 */
const maxListed = `if(dimension = 'referrer', ${groupedReferrers}, ${limits.topList + 1})`;

/**
 * SQL for a QUALIFY clause over `dimension`, `value` and `clicks`, which selects the listed values of each dimension.
 */
export const isListed = `dimension IN (${wholly.join(", ")})
  OR row_number() OVER (PARTITION BY dimension ORDER BY clicks DESC, value) <= ${maxListed}`;

/**
 * Returns the values with the most clicks of each dimension, most clicks first, without empty ones. Some dimensions are
 * returned completely. `counted` selects the clicks of the whole range; only those of days that are not stored are
 * read.
 */
export async function readTops(
  clickhouse: ClickHouseClient,
  { link, bots }: StatsQuestion,
  counted: Source,
  days: SplitDays,
): Promise<TopCount[]> {
  const stored = () => {
    const ofDays = ofStoredDays(days.stored);
    return {
      sql: `SELECT toString(dimension) AS dimension, toString(value) AS value, sum(${bots ? "v.people + v.bots" : "v.people"}) AS clicks
        FROM link_day_value AS v
        WHERE owner_id = {owner: UUID} AND link_id = {link: UUID} AND v.dimension != '' AND ${ofDays.sql}
        GROUP BY v.dimension, v.value`,
      params: ofDays.params,
    };
  };
  const counts = overDays(
    days,
    counted,
    stored,
    ({ sql }) => `SELECT ${dimensionAndValue()}, count() AS clicks FROM clicks WHERE ${sql} ${groupedByDimension()}`,
  );
  const summed = `SELECT dimension, value, sum(clicks) AS clicks FROM (${counts.sql}) GROUP BY dimension, value HAVING clicks > 0`;
  const rows = await select(
    clickhouse,
    topRow,
    `SELECT dimension, value, clicks FROM (${days.stored.length === 0 ? counts.sql : summed})
     WHERE value != ''
     QUALIFY ${isListed}`,
    { ...counts.params, owner: link.ownerId, link: link.id },
  );
  return mostFirst(rows);
}

export function mostFirst(rows: readonly TopCount[]): TopCount[] {
  return rows.toSorted((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
}
