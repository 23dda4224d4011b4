import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Redis } from "@hoplog/platform/redis/client.js";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Rate } from "./rates.ts";
import type { RateLimitState } from "./rateLimitError.ts";

/** Counts the points that each key uses of a rate. */
export interface Counter {
  /** Takes one point. Allows the call if the store fails: an outage of the store must not lock users out. */
  take(key: string): Promise<RateLimitState>;
  /** Takes the given number of points, or as many as are left. */
  takeUpTo(key: string, points: number): Promise<{ readonly granted: number; readonly standing: RateLimitState }>;
  /** Returns whether the key has taken any points within the rate's window; true if the store fails. */
  has(key: string): Promise<boolean>;
  /** Returns one taken point. */
  refund(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** A counter that outlives this process. */
export interface StoredCounter extends Counter {
  /** Deletes the counts of a key and of keys that start with it and a slash. Counts that cannot be deleted expire. */
  forgetAll(key: string): Promise<void>;
}

export type OpenCounter = (name: string, rate: Rate) => Counter;
export type OpenStoredCounter = (name: string, rate: Rate) => StoredCounter;

/** Opens counters in Postgres that all processes share. A key over its limit is cached in memory and costs no query. */
export function postgresCounters(pool: Pool, logger: Logger): OpenStoredCounter {
  return (name, { points, seconds }) => ({
    ...counter(
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "rate_limit",
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
        inMemoryBlockOnConsumed: points + 1,
      }),
      logger,
    ),
    async forgetAll(key) {
      const stored = `${name}:${key}`;
      await pool
        .query(sql`DELETE FROM rate_limit WHERE key = ${stored} OR starts_with(key, ${`${stored}/`})`)
        .catch((error: unknown) => warnOf(logger, name, error));
    },
  });
}

/**
 * Opens shared counters in Redis, where counts expire by themselves. The client must reject commands that it can't send
 * at once.
 */
export function redisCounters(client: Redis, logger: Logger): OpenStoredCounter {
  return (name, { points, seconds }) => ({
    ...counter(
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${redisPrefix}${name}`,
        points,
        duration: seconds,
        rejectIfRedisNotReady: true,
        inMemoryBlockOnConsumed: points + 1,
      }),
      logger,
    ),
    async forgetAll(key) {
      const stored = `${redisPrefix}${name}:${key}`;
      await unlinkMatching(client, `${stored}/*`)
        .then(() => client.unlink(stored))
        .catch((error: unknown) => warnOf(logger, name, error));
    },
  });
}

const redisPrefix = "hoplog:count:";

/** Deletes keys in batches, so that other clients don't wait. Redis must be reachable. */
async function unlinkMatching(client: Redis, pattern: string): Promise<void> {
  let cursor = "0";
  do {
    const [next, keys] = await client.scan(cursor, "MATCH", pattern, "COUNT", 1000);
    if (keys.length > 0) await client.unlink(...keys);
    cursor = next;
  } while (cursor !== "0");
}

/** Opens counters in the memory of this process, for events that are too frequent to store. */
export function memoryCounters(logger: Logger): OpenCounter {
  return (name, { points, seconds }) =>
    counter(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }), logger);
}

function counter(limiter: RateLimiterAbstract, logger: Logger): Counter {
  const standing = (result: RateLimiterRes, allowed: boolean): RateLimitState => ({
    allowed,
    limit: limiter.points,
    remaining: allowed ? Math.max(0, result.remainingPoints) : 0,
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  });
  const uncounted = {
    allowed: true,
    limit: limiter.points,
    remaining: limiter.points,
    resetSeconds: limiter.duration,
  };
  const warn = (error: unknown) => warnOf(logger, limiter.keyPrefix, error);
  return {
    async take(key) {
      try {
        return standing(await limiter.consume(key), true);
      } catch (error) {
        if (error instanceof RateLimiterRes) return standing(error, false);
        warn(error);
        return uncounted;
      }
    },
    async takeUpTo(key, points) {
      try {
        return { granted: points, standing: standing(await limiter.consume(key, points), true) };
      } catch (error) {
        if (error instanceof RateLimiterRes) {
          // The library reports 0 consumed points for a key that is blocked in memory.
          const before = error.consumedPoints - points;
          const granted = before < 0 ? 0 : Math.min(points, Math.max(0, limiter.points - before));
          return { granted, standing: standing(error, false) };
        }
        warn(error);
        return { granted: points, standing: uncounted };
      }
    },
    async has(key) {
      try {
        return ((await limiter.get(key))?.consumedPoints ?? 0) > 0;
      } catch (error) {
        warn(error);
        return true;
      }
    },
    async refund(key) {
      await limiter.reward(key).catch(warn);
    },
    async forget(key) {
      await limiter.delete(key).catch(warn);
    },
  };
}

function warnOf(logger: Logger, limit: string, error: unknown): void {
  logger.warn({ err: error, limit }, "could not count a rate limit");
}
