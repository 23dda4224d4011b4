import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { z } from "zod";
import { authorize } from "../../kernel/access/authorize.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { forClickHouse } from "../../clicks/counts/range.ts";
import { Refused } from "./commandLine.ts";
import type { Operator, OperatorServices } from "./operator.ts";

/** A miss without an owner: an unknown code or the bare host of the default domain, or an unknown host. */
export interface NobodysMiss {
  readonly reason: string;
  readonly host: string;
  readonly code: string;
  readonly people: number;
  readonly bots: number;
  readonly lastAt: string;
}

const count = z.coerce.number();
const row = z.object({
  reason: z.string(),
  host: z.string(),
  code: z.string(),
  people: count,
  bots: count,
  lastMs: count,
});

/** Lists the most requested misses without an owner. Throws {@link Refused} if ClickHouse is not configured. */
export async function listMisses(
  { clickhouse }: OperatorServices,
  by: Operator,
  { since, limit }: { readonly since?: Date | undefined; readonly limit: number },
): Promise<NobodysMiss[]> {
  authorize(by, "misses:read", { type: "installation" });
  if (!clickhouse) throw new Refused("Visits without a destination are stored in ClickHouse: set CLICKHOUSE_URL");
  const rows = await select(
    clickhouse,
    row,
    `SELECT reason, argMax(m.host, m.at) AS host, code, countIf(NOT is_bot) AS people,
       countIf(is_bot) AS bots, toUnixTimestamp64Milli(max(at)) AS lastMs
     FROM misses_by_owner AS m
     WHERE m.owner_id = toUUIDOrZero('') AND m.domain = {domain: UInt32} AND m.at >= {since: DateTime64(3, 'UTC')}
     GROUP BY reason, code, if(reason = 'unknown host', m.host, '')
     ORDER BY people DESC, bots DESC, lastMs DESC, code LIMIT {limit: UInt32}`,
    { domain: defaultDomain, since: forClickHouse(since ?? new Date(0)), limit },
  );
  return rows.map(({ lastMs, ...miss }) => ({ ...miss, lastAt: new Date(lastMs).toISOString() }));
}
