import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { bases } from "@hoplog/platform/postgres/bases.js";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";

/** Start of the data that a ledger needs; both times are on a quarter hour. */
export interface LedgerBegin {
  /** All requests since this time were counted. */
  readonly counted: Date;
  /** All misses since this time are stored individually. */
  readonly misses: Date;
}

const row = z.object({ countedSeconds: z.coerce.number(), days: z.coerce.number() });

/**
 * The start of misses is that of the table with the shortest retention. Requests are counted since the base migration
 * of ClickHouse was applied.
 */
const sql = `
  SELECT toUnixTimestamp((SELECT max(applied_at) FROM schema_migration WHERE name = '${bases.clickhouse.name}')) AS countedSeconds,
    min(if(days = 0, 100000, days)) AS days
  FROM (SELECT toUInt32OrZero(extract(engine_full, ' TTL .*toIntervalDay\\\\((\\\\d+)\\\\)')) AS days
    FROM system.tables WHERE database = currentDatabase() AND name IN ('misses', 'misses_by_owner'))`;

export async function ledgerBegin(clickhouse: ClickHouseClient, now: Date): Promise<LedgerBegin> {
  const [found] = await select(clickhouse, row, sql, {});
  const { countedSeconds, days } = found ?? { countedSeconds: 0, days: 0 };
  return {
    // Rounds down, because no request can have been recorded earlier in the same quarter of an hour.
    counted: new Date(Math.floor((countedSeconds * 1000) / quarterMs) * quarterMs),
    misses: nextQuarter(Math.max(0, now.getTime() - days * 24 * 60 * 60 * 1000)),
  };
}

/** Returns the next quarter, because the one in which rows expire is incomplete. */
function nextQuarter(at: number): Date {
  return new Date((Math.floor(at / quarterMs) + 1) * quarterMs);
}
