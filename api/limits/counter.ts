import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import type { Redis } from "@hoplog/platform/redis/client.js";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Rate } from "./rates.ts";
import type { Standing } from "./rateLimitError.ts";

/** Counts what one key takes of a rate. */
export interface Counter {
  /** Takes one point. What can't be counted is allowed: an outage of the store must not lock people out. */
  take(key: string): Promise<Standing>;
  /** Whether the key has taken anything within its time. */
  has(key: string): Promise<boolean>;
  forget(key: string): Promise<void>;
}

export type OpenCounter = (name: string, rate: Rate) => Counter;

/** Counters that all processes share. A key that is over its limit is known in memory and costs no question. */
export function postgresCounters(pool: Pool, logger: Logger): OpenCounter {
  return (name, { points, seconds }) =>
    counter(
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
    );
}

/** The same in Redis, which forgets by itself what is over. The client must reject what it can't send at once. */
export function redisCounters(client: Redis, logger: Logger): OpenCounter {
  return (name, { points, seconds }) =>
    counter(
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `hoplog:limit:${name}`,
        points,
        duration: seconds,
        rejectIfRedisNotReady: true,
        inMemoryBlockOnConsumed: points + 1,
      }),
      logger,
    );
}

/** Counters of this process alone, for what happens too often to be written down. */
export function memoryCounters(logger: Logger): OpenCounter {
  return (name, { points, seconds }) =>
    counter(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }), logger);
}

function counter(limiter: RateLimiterAbstract, logger: Logger): Counter {
  const standing = (result: RateLimiterRes, allowed: boolean): Standing => ({
    allowed,
    limit: limiter.points,
    remaining: allowed ? Math.max(0, result.remainingPoints) : 0,
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  });
  const warn = (error: unknown) =>
    logger.warn({ err: error, limit: limiter.keyPrefix }, "a rate limit can't be counted");
  return {
    async take(key) {
      try {
        return standing(await limiter.consume(key), true);
      } catch (error) {
        if (error instanceof RateLimiterRes) return standing(error, false);
        warn(error);
        return { allowed: true, limit: limiter.points, remaining: limiter.points, resetSeconds: limiter.duration };
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
    async forget(key) {
      await limiter.delete(key).catch(warn);
    },
  };
}
