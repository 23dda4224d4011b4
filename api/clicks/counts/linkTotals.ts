import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { summedClicks } from "./quartersInRange.ts";

export interface LinkTotals {
  /** Clicks by people. */
  readonly people: number;
  /** All clicks, including those by bots. */
  readonly all: number;
}

const totalsRow = z.object({ link_id: z.uuid(), people: z.coerce.number(), everyone: z.coerce.number() });

/**
 * Returns all-time totals by link id; links without clicks are missing. `ownerIds` must contain every owner of the
 * links.
 */
export async function linkTotals(
  clickhouse: ClickHouseClient,
  ownerIds: readonly string[],
  linkIds: readonly string[],
): Promise<Map<string, LinkTotals>> {
  if (linkIds.length === 0) return new Map();
  const rows = await select(
    clickhouse,
    totalsRow,
    `SELECT link_id, ${summedClicks(false)} AS people, ${summedClicks(true)} AS everyone FROM link_quarter AS q
     WHERE owner_id IN {owners: Array(UUID)} AND link_id IN {links: Array(UUID)} GROUP BY link_id`,
    { owners: ownerIds, links: linkIds },
  );
  return new Map(rows.map((row) => [row.link_id, { people: row.people, all: row.everyone }]));
}

const clickedRow = z.object({ owner_id: z.uuid(), link_id: z.uuid() });

/** Returns the links of the given accounts that were clicked in the last `seconds` (and up to 15 minutes more). */
export async function recentlyClicked(
  clickhouse: ClickHouseClient,
  ownerIds: readonly string[],
  seconds: number,
): Promise<{ ownerId: string; linkId: string }[]> {
  if (ownerIds.length === 0) return [];
  const rows = await select(
    clickhouse,
    clickedRow,
    `SELECT DISTINCT owner_id, link_id FROM link_quarter WHERE owner_id IN {owners: Array(UUID)}
       AND quarter >= toStartOfFifteenMinutes(now() - {seconds: UInt32})`,
    { owners: ownerIds, seconds },
  );
  return rows.map((row) => ({ ownerId: row.owner_id, linkId: row.link_id }));
}

const row = z.object({ owner: z.uuid(), people: z.coerce.number(), everyone: z.coerce.number() });

/** Returns all-time clicks by account; accounts without any are missing. */
export async function accountTotals(
  clickhouse: ClickHouseClient,
  ownerIds: readonly string[],
): Promise<Map<string, LinkTotals>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await select(
    clickhouse,
    row,
    `SELECT owner_id AS owner, sum(q.people) AS people, sum(q.people + q.bots) AS everyone FROM owner_quarter AS q
     WHERE owner_id IN {owners: Array(UUID)} GROUP BY owner_id`,
    { owners: ownerIds },
  );
  return new Map(rows.map(({ owner, people, everyone }) => [owner, { people, all: everyone }]));
}
