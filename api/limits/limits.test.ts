import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createPool, type Pool } from "@hoplog/platform/postgres/pool.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateDatabase } from "../database/orm.ts";
import { memoryCounters, type OpenCounter, postgresCounters } from "./counter.ts";
import { createLimits, type Limits } from "./limits.ts";
import { RateLimitError } from "./rateLimitError.ts";
import { defaultRates, type Rate, type Rates } from "./rates.ts";

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

const drivers: Record<string, () => OpenCounter> = {
  postgres: () => postgresCounters(openPool(), logger),
  memory: () => memoryCounters(logger),
};

describe.each(Object.entries(drivers))("counters in %s", (name, open) => {
  let counters: OpenCounter;
  beforeAll(() => {
    counters = open();
  });
  const counterOf = (what: string, rate: Rate) => counters(`${name} ${what}`, rate);

  it("allow so much, then no more, for each key by itself", async () => {
    const counter = counterOf("a", { points: 2, seconds: 60 });
    expect(await counter.take("x")).toMatchObject({ allowed: true, limit: 2, remaining: 1 });
    expect(await counter.take("x")).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await counter.take("x");
    expect(refused).toMatchObject({ allowed: false, limit: 2, remaining: 0 });
    expect(refused.resetSeconds).toBeGreaterThan(55);
    expect(refused.resetSeconds).toBeLessThanOrEqual(60);
    expect((await counter.take("x")).allowed).toBe(false);
    expect((await counter.take("y")).allowed).toBe(true);
  });

  it("allow it again when the time is over", async () => {
    const counter = counterOf("b", { points: 1, seconds: 1 });
    await counter.take("x");
    expect((await counter.take("x")).allowed).toBe(false);
    await expect.poll(async () => (await counter.take("x")).allowed, { timeout: 3000, interval: 100 }).toBe(true);
  });

  it("count what comes at once", async () => {
    const counter = counterOf("c", { points: 5, seconds: 60 });
    const standings = await Promise.all(Array.from({ length: 20 }, () => counter.take("x")));
    expect(standings.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  it("forget", async () => {
    const counter = counterOf("d", { points: 1, seconds: 60 });
    expect(await counter.has("x")).toBe(false);
    await counter.take("x");
    await counter.take("x");
    expect(await counter.has("x")).toBe(true);
    await counter.forget("x");
    expect(await counter.has("x")).toBe(false);
    expect((await counter.take("x")).allowed).toBe(true);
  });
});

it("counts in Postgres hold for all processes", async () => {
  const [one, other] = [1, 2].map(() => postgresCounters(openPool(), logger)("shared", { points: 2, seconds: 60 }));
  await one?.take("x");
  await other?.take("x");
  expect((await one?.take("x"))?.allowed).toBe(false);
  expect((await other?.take("x"))?.allowed).toBe(false);
});

it("an unreachable store allows everything", async () => {
  const counter = postgresCounters(openPool("postgres://x:y@127.0.0.1:1/z"), logger)("down", { points: 1, seconds: 1 });
  for (let i = 0; i < 3; i++) expect((await counter.take("x")).allowed).toBe(true);
  expect(await counter.has("x")).toBe(true);
  await expect(counter.forget("x")).resolves.toBeUndefined();
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
