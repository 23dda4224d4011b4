import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { forClickHouse } from "../../clicks/counts/range.ts";
import type { CountedKind, WindowSize } from "./rule.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delay after a window's end before it is judged: clicks take a moment, and a redirector may be behind for longer. */
export const settleMs: Readonly<Record<CountedKind, number>> = {
  spike: 2 * minuteMs,
  misses: 2 * minuteMs,
  drop: 15 * minuteMs,
};

/** Windows older than this are no longer judged. */
export const maxAgeMs: Readonly<Record<WindowSize, number>> = { hour: 24 * hourMs, day: 72 * hourMs };

/** Minimum time between two incidents. */
export const cooldownMs: Readonly<Record<WindowSize, number>> = { hour: 6 * hourMs, day: 48 * hourMs };

const one = z.object({ found: z.coerce.number() });

/** Whether any visit at or after a moment has been counted. */
export type IsCountedBeyond = (moment: Date) => Promise<boolean>;

/**
 * Whether any click or miss after a moment has been counted, of any workspace and including bots: then earlier ones are
 * counted too, as far as redirectors send in order. If there is none, silence can't be told from a waiting spool.
 * Positive results are cached: all alarms look at the same hours.
 */
export function countedBeyond(clickhouse: ClickHouseClient): IsCountedBeyond {
  let known = -Infinity;
  return async (moment) => {
    if (moment.getTime() > known && (await isCountedBeyond(clickhouse, moment)))
      known = Math.max(known, moment.getTime());
    return moment.getTime() <= known;
  };
}

async function isCountedBeyond(clickhouse: ClickHouseClient, moment: Date): Promise<boolean> {
  for (const table of ["clicks", "misses"]) {
    const rows = await select(
      clickhouse,
      one,
      `SELECT 1 AS found FROM ${table} WHERE at >= {moment: DateTime64(3, 'UTC')} LIMIT 1`,
      { moment: forClickHouse(moment) },
      { maxThreads: 1 },
    );
    if (rows.length > 0) return true;
  }
  return false;
}
