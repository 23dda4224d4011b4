import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createPool, type Pool } from "@hoplog/platform/postgres/pool.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateDatabase } from "../database/orm.ts";
import { describeCounters, describeSharedCounters } from "./contract.ts";
import { memoryCounters, postgresCounters } from "./counter.ts";
import { createCountKeys } from "./keys.ts";
import { createLimits, type Limits } from "./limits.ts";
import { RateLimitError } from "./rateLimitError.ts";
import { defaultRates, type Rates } from "./rates.ts";

const logger = createLogger("api", "silent");
let database: Awaited<ReturnType<typeof freshDatabase>>;
let pools: Pool[] = [];
const openPool = (url = database.url) => {
  const pool = createPool({ databaseUrl: url, applicationName: "test limits", logger, max: 2 });
  pools.push(pool);
  return pool;
};

beforeAll(async () => {
  database = await freshDatabase();
  await migrateDatabase(database.url);
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  pools = [];
  await database.drop();
});

describeCounters("memory", () => memoryCounters(logger));
describeCounters("Postgres", () => postgresCounters(openPool(), logger));
describeSharedCounters("Postgres", {
  open: () => postgresCounters(openPool(), logger),
  unreachable: () => postgresCounters(openPool("postgres://x:y@127.0.0.1:1/z"), logger),
});

describe("logging in", () => {
  let paused = 0;
  let made = 0;
  const limitsOf = (rates: Partial<Rates>): Limits => {
    const counters = postgresCounters(openPool(), logger);
    const test = ++made;
    return createLimits({
      rates: { ...defaultRates, ...rates },
      shared: (name, rate) => counters(`${test} ${name}`, rate),
      own: memoryCounters(logger),
      keys: createCountKeys("a secret"),
      pause: async (ms) => {
        paused += ms;
        await sleep(0);
      },
    });
  };
  const attempts = async (limits: Limits, address: string, times: number) => {
    for (let i = 0; i < times; i++) await limits.login(address, "ada@example.com");
  };

  it("does not lock the owner out when somebody else floods the account", async () => {
    const limits = limitsOf({ login: { points: 3, seconds: 60 }, loginAccount: { points: 5, seconds: 60 } });
    await (await limits.login("192.0.2.1", "ada@example.com")).succeeded();
    await expect(attempts(limits, "203.0.113.7", 10)).rejects.toBeInstanceOf(RateLimitError);
    for (let i = 10; i < 30; i++) await attempts(limits, `203.0.113.${i}`, 1);
    paused = 0;
    await (await limits.login("192.0.2.1", "ADA@example.com")).succeeded();
    expect(paused).toBe(0);
    // From a place where the owner has never been it takes longer, but works.
    await (await limits.login("198.51.100.1", "ada@example.com")).succeeded();
    expect(paused).toBe(3000);
  });

  it("starts anew after it went well", async () => {
    const limits = limitsOf({ login: { points: 3, seconds: 60 } });
    await attempts(limits, "192.0.2.1", 2);
    await (await limits.login("192.0.2.1", "ada@example.com")).succeeded();
    await attempts(limits, "192.0.2.1", 3);
    await expect(attempts(limits, "192.0.2.1", 1)).rejects.toBeInstanceOf(RateLimitError);
  });

  it("is limited for an address that tries many accounts", async () => {
    const limits = limitsOf({ loginAddress: { points: 3, seconds: 60 } });
    for (let i = 0; i < 3; i++) await limits.login("192.0.2.1", `person${i}@example.com`);
    await expect(limits.login("192.0.2.1", "another@example.com")).rejects.toBeInstanceOf(RateLimitError);
    // All addresses of one IPv6 line are one.
    for (let i = 1; i < 4; i++) await limits.login(`2001:db8::${i}`, `person${i}@example.com`);
    await expect(limits.login("2001:db8::9", "another@example.com")).rejects.toBeInstanceOf(RateLimitError);
  });
});
