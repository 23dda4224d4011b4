import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { linkTotals } from "./linkTotals.ts";
import { summedClicks } from "./quartersInRange.ts";

/** A link with its all-time clicks. */
export interface Counted {
  readonly id: string;
  readonly clicks: number;
}

export interface RankingQuestion {
  readonly ownerId: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
  readonly direction: "asc" | "desc";
  readonly after: Counted | null;
  readonly limit: number;
}

const rankedRow = z.object({ id: z.uuid(), clicks: z.coerce.number() });

/**
 * Returns the account's links with clicks, sorted by clicks and then by id in text form (ClickHouse sorts UUIDs by
 * their second half first). Links that are being erased may be included.
 */
export async function rankedLinks(
  clickhouse: ClickHouseClient,
  { ownerId, bots, direction, after, limit }: RankingQuestion,
): Promise<Counted[]> {
  const behind = after ? `AND (clicks, id) ${direction === "asc" ? ">" : "<"} ({clicks: Int64}, {id: String})` : "";
  return select(
    clickhouse,
    rankedRow,
    `SELECT toString(link_id) AS id, toInt64(${summedClicks(bots)}) AS clicks
     FROM link_quarter AS q WHERE owner_id = {owner: UUID} GROUP BY link_id
     HAVING clicks > 0 ${behind} ORDER BY clicks ${direction}, id ${direction} LIMIT {limit: UInt32}`,
    { owner: ownerId, limit, ...(after && { clicks: after.clicks, id: after.id }) },
  );
}

/** Maximum number of ids in one query, since they are sent in its URL. */
const idsAtOnce = 2000;

/** Returns clicks by link id; links without any are missing. */
export async function totalsOf(
  clickhouse: ClickHouseClient,
  ownerId: string,
  ids: readonly string[],
  bots: boolean,
): Promise<Map<string, number>> {
  const clicks = new Map<string, number>();
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const totals = await linkTotals(clickhouse, [ownerId], ids.slice(at, at + idsAtOnce));
    for (const [id, { people, all }] of totals) clicks.set(id, bots ? all : people);
  }
  return clicks;
}
