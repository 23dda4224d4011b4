import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";

/** From when on there is what a ledger needs; both at a full quarter of an hour. */
export interface LedgerBegin {
  /** All requests since then were counted. */
  readonly counted: Date;
  /** All misses since then are still there, one by one. */
  readonly misses: Date;
}

const row = z.object({ appliedSeconds: z.coerce.number(), madeSeconds: z.coerce.number(), days: z.coerce.number() });

/** Of the misses' tables the shortest retention; the migrations are those that made the tables of clicks and of counts. */
const sql = `
  SELECT toUnixTimestamp((SELECT max(applied_at) FROM schema_migration WHERE name = '0015_recorded_requests')) AS appliedSeconds,
    toUnixTimestamp((SELECT max(applied_at) FROM schema_migration WHERE name = '0001_clicks')) AS madeSeconds,
    min(if(days = 0, 100000, days)) AS days
  FROM (SELECT toUInt32OrZero(extract(engine_full, ' TTL .*toIntervalDay\\\\((\\\\d+)\\\\)')) AS days
    FROM system.tables WHERE database = currentDatabase() AND name IN ('misses', 'misses_by_owner'))`;

export async function ledgerBegin(clickhouse: ClickHouseClient, now: Date): Promise<LedgerBegin> {
  const [found] = await select(clickhouse, row, sql, {});
  const { appliedSeconds, madeSeconds, days } = found ?? { appliedSeconds: 0, madeSeconds: 0, days: 0 };
  // Where both were made together, no click is older than the counts.
  const isNew = appliedSeconds >= madeSeconds && appliedSeconds - madeSeconds < newWithinSeconds;
  return {
    counted: nextQuarter(isNew ? madeSeconds * 1000 - quarterMs : appliedSeconds * 1000),
    misses: nextQuarter(Math.max(0, now.getTime() - days * 24 * 60 * 60 * 1000)),
  };
}

/** All migrations of a new installation are applied within seconds. */
const newWithinSeconds = 600;

/** The quarter in which counting began, or in which rows go, is not whole. */
function nextQuarter(at: number): Date {
  return new Date((Math.floor(at / quarterMs) + 1) * quarterMs);
}
