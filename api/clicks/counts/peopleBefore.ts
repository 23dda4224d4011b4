import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { linkTotalsInRange } from "./linkTotalsInRange.ts";
import { quartersInRange, summedClicks } from "./quartersInRange.ts";

const row = z.object({ id: z.uuid(), people: z.coerce.number() });

/**
 * Returns how many clicks by people each link had at a moment, by id: sums for whole quarters of an hour, then single
 * clicks.
 */
export async function peopleBefore(
  clickhouse: ClickHouseClient,
  ownerId: string,
  linkIds: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map();
  const quarter = new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);
  const { sql, params } = quartersInRange({ from: null, to: quarter });
  const [whole, rest] = await Promise.all([
    select(
      clickhouse,
      row,
      `SELECT link_id AS id, ${summedClicks(false)} AS people FROM link_quarter AS q
       WHERE owner_id = {owner: UUID} AND link_id IN {links: Array(UUID)} AND ${sql} GROUP BY link_id`,
      { ...params, owner: ownerId, links: linkIds },
    ),
    linkTotalsInRange(clickhouse, ownerId, linkIds, { from: quarter, to: at }),
  ]);
  const people = new Map(whole.map((each) => [each.id, each.people]));
  for (const [id, { people: more }] of rest) people.set(id, (people.get(id) ?? 0) + more);
  return people;
}
