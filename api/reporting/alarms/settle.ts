import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { forClickHouse } from "../../clicks/counts/range.ts";
import type { CountedKind, WindowSize } from "./rule.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Delay between the end of a window and its evaluation: clicks take a moment, and a redirector may be behind for
 * longer.
 */
export const settleMs: Readonly<Record<CountedKind, number>> = {
  spike: 2 * minuteMs,
  misses: 2 * minuteMs,
  drop: 15 * minuteMs,
};

/** Maximum age of windows that are evaluated. */
export const maxAgeMs: Readonly<Record<WindowSize, number>> = { hour: 24 * hourMs, day: 72 * hourMs };

/** Minimum time from the end of an incident to the next one. */
export const cooldownMs: Readonly<Record<WindowSize, number>> = { hour: 6 * hourMs, day: 48 * hourMs };

const one = z.object({ found: z.coerce.number() });

/** Whether any visit at or after a moment has been counted. */
export type IsCountedBeyond = (moment: Date) => Promise<boolean>;

/**
 * Returns a function that checks whether any click or miss at or after a moment has been counted, of any workspace and
 * including bots. If so, earlier clicks are counted too, as far as redirectors send in order; if not, a lack of visits
 * cannot be distinguished from a delayed spool. Positive results are cached, because all alarms need the same hours.
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
