import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { behindCut } from "../cuts/conditions.ts";
import { select } from "../clickhouse/select.ts";
import type { LinkTotals } from "./linkTotals.ts";
import { type TimeRange, rangeConditions } from "./range.ts";

const row = z.object({ id: z.uuid(), people: z.coerce.number(), everyone: z.coerce.number() });

/** Single clicks within a range by link id, to the millisecond, behind the cut of the account; links without any are missing. */
export async function linkTotalsInRange(
  clickhouse: ClickHouseClient,
  ownerId: string,
  linkIds: readonly string[],
  range: TimeRange,
): Promise<Map<string, LinkTotals>> {
  if (linkIds.length === 0) return new Map();
  const { parts, params } = rangeConditions(range);
  const where = ["owner_id = {owner: UUID}", "link_id IN {links: Array(UUID)}", ...parts, behindCut("at")].join(
    " AND ",
  );
  const rows = await select(
    clickhouse,
    row,
    `SELECT link_id AS id, countIf(NOT is_bot) AS people, count() AS everyone FROM clicks WHERE ${where} GROUP BY link_id`,
    { ...params, owner: ownerId, links: linkIds },
  );
  return new Map(rows.map(({ id, people, everyone }) => [id, { people, all: everyone }]));
}
