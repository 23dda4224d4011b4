import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { forClickHouse } from "../../clicks/counts/range.ts";
import type { CountedKind, WindowSize } from "./rule.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** So long after its end a window is looked at: clicks take a moment, and a redirector may be behind for longer. */
export const settleMs: Readonly<Record<CountedKind, number>> = {
  spike: 2 * minuteMs,
  misses: 2 * minuteMs,
  drop: 15 * minuteMs,
};

/** Windows that could not be judged for longer say nothing any more. */
export const maxAgeMs: Readonly<Record<WindowSize, number>> = { hour: 24 * hourMs, day: 72 * hourMs };

/** After an incident none begins for so long. */
export const cooldownMs: Readonly<Record<WindowSize, number>> = { hour: 6 * hourMs, day: 48 * hourMs };

const one = z.object({ found: z.coerce.number() });

/** Whether any visit at or after a moment has been counted. */
export type IsCountedBeyond = (moment: Date) => Promise<boolean>;

/**
 * Whether any visit after a moment has been counted, whosever, bots and misses too: then what was before it is counted as well, as
 * far as redirectors send in order. Where there is none, nobody can tell a silence from a spool that waits. What is known once is
 * asked no more: all alarms look at the same hours.
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
