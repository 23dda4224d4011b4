import { setTimeout as sleep } from "node:timers/promises";
import type { RedisConnection } from "@hoplog/platform/env/connections.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { memoryCounters, type OpenStoredCounter, postgresCounters, redisCounters } from "../kernel/limits/counter.ts";
import type { AccountRates } from "../kernel/limits/accountRates.ts";
import { createCountKeys } from "../kernel/limits/keys.ts";
import { createLimits, type Limits, noLimits } from "../kernel/limits/limits.ts";
import type { Rates } from "../kernel/limits/rates.ts";
import { readRows, type Reads } from "../kernel/database/reads.ts";

export interface LimitsStore {
  readonly databaseUrl: string;
  /** The Redis server that stores the counts; without one, Postgres stores them. */
  readonly redis?: RedisConnection | undefined;
  /** The installation's secret; the count keys are derived from it. */
  readonly secret: string;
  /** Limits that operators have set for single accounts. */
  readonly accountRates: AccountRates;
}

/** Opens the rate limits. If `rates` is null, only the limits of API keys apply. */
export async function openLimits(
  rates: Rates | null,
  store: LimitsStore,
  logger: Logger,
): Promise<{ limits: Limits; close(): Promise<void> }> {
  const own = memoryCounters(logger);
  if (!rates) return { limits: noLimits(own), close: async () => {} };
  const { shared, close } = await openShared(store, logger);
  const limits = createLimits({
    rates,
    accountRates: store.accountRates,
    shared,
    own,
    keys: createCountKeys(store.secret),
    pause: async (ms) => {
      await sleep(ms);
    },
  });
  return { limits, close };
}

async function openShared({ databaseUrl, redis }: LimitsStore, logger: Logger): Promise<Shared> {
  if (redis) {
    const { createRedis } = await import("@hoplog/platform/redis/client.js");
    const client = createRedis({ ...redis, logger, clientName: "hoplog limits" });
    // The connection is not awaited, because calls that cannot be counted are allowed.
    client.connect().catch(() => {});
    return { shared: redisCounters(client, logger), close: async () => client.disconnect() };
  }
  const pool = createPool({
    databaseUrl,
    applicationName: "hoplog limits",
    logger,
    max: 4,
    // If a check is slower, the call is allowed: a limit must not delay the calls that it protects.
    statementTimeoutMs: 2000,
  });
  return { shared: postgresCounters(pool, logger), close: () => pool.end() };
}

interface Shared {
  readonly shared: OpenStoredCounter;
  close(): Promise<void>;
}

interface StoredLimit {
  readonly userId: string;
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Reads the limits that operators have set for accounts. */
export async function readAccountLimits({ reads }: Reads): Promise<StoredLimit[]> {
  return readRows<StoredLimit>(reads, sql`SELECT user_id AS "userId", name, points, seconds FROM account_limit`);
}
