import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import type { LinkTotals } from "./linkTotals.ts";

const row = z.object({ owner: z.uuid(), people: z.coerce.number(), everyone: z.coerce.number() });

/** All-time clicks by account; accounts without any are missing. */
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
