import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { memoryCounters, postgresCounters } from "../limits/counter.ts";
import { createLimits, type Limits, noLimits } from "../limits/limits.ts";
import type { Rates } from "../limits/rates.ts";

/** `rates` null turns the limits off. */
export function openLimits(
  rates: Rates | null,
  databaseUrl: string,
  logger: Logger,
): { limits: Limits; close(): Promise<void> } {
  if (!rates) return { limits: noLimits, close: async () => {} };
  const pool = createPool({
    databaseUrl,
    applicationName: "hoplog limits",
    logger,
    max: 4,
    // What takes longer is allowed: a limit must not hold up what it protects.
    statementTimeoutMs: 2000,
  });
  const limits = createLimits({
    rates,
    shared: postgresCounters(pool, logger),
    own: memoryCounters(logger),
    pause: async (ms) => {
      await sleep(ms);
    },
  });
  return { limits, close: () => pool.end() };
}
