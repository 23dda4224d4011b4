import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { allOf } from "../clickhouse/condition.ts";
import { sinceCut } from "../cuts/conditions.ts";
import { select } from "../clickhouse/select.ts";
import type { LinkTotals } from "./linkTotals.ts";
import { type TimeRange, rangeCondition } from "./range.ts";

const row = z.object({ id: z.uuid(), people: z.coerce.number(), everyone: z.coerce.number() });

/**
 * Counts single clicks within a range by link id, to the millisecond, on or after the account's retention cut; links
 * without any are missing.
 */
export async function linkTotalsInRange(
  clickhouse: ClickHouseClient,
  ownerId: string,
  linkIds: readonly string[],
  range: TimeRange,
): Promise<Map<string, LinkTotals>> {
  if (linkIds.length === 0) return new Map();
  const ofLinks = {
    sql: "owner_id = {owner: UUID} AND link_id IN {links: Array(UUID)}",
    params: { owner: ownerId, links: linkIds },
  };
  const { sql, params } = allOf(ofLinks, rangeCondition(range), sinceCut("at"));
  const rows = await select(
    clickhouse,
    row,
    `SELECT link_id AS id, countIf(NOT is_bot) AS people, count() AS everyone FROM clicks WHERE ${sql} GROUP BY link_id`,
    params,
  );
  return new Map(rows.map(({ id, people, everyone }) => [id, { people, all: everyone }]));
}
