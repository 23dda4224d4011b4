import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { summedClicks } from "./quartersInRange.ts";

export interface ClickedQuestion {
  readonly ownerId: string;
  /** Minimum number of clicks, inclusive, at least 1; `max` is inclusive too. */
  readonly min: number;
  /** Maximum number of clicks, inclusive; Infinity for no maximum. */
  readonly max: number;
  /** Whether bots are counted too. */
  readonly bots: boolean;
  /** Maximum number of ids. */
  readonly limit: number;
}

/** Returns the ids of the account's links whose all-time clicks are in the range, in no order. */
export async function clickedBetween(
  clickhouse: ClickHouseClient,
  { ownerId, min, max, bots, limit }: ClickedQuestion,
): Promise<string[]> {
  const bounded = Number.isFinite(max);
  const rows = await select(
    clickhouse,
    z.object({ id: z.uuid() }),
    `SELECT toString(link_id) AS id FROM link_quarter AS q WHERE owner_id = {owner: UUID} GROUP BY link_id
     HAVING toInt64(${summedClicks(bots)}) >= {min: Int64} ${bounded ? `AND toInt64(${summedClicks(bots)}) <= {max: Int64}` : ""}
     LIMIT {limit: UInt32}`,
    { owner: ownerId, min, limit, ...(bounded && { max }) },
  );
  return rows.map(({ id }) => id);
}
