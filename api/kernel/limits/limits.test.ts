import { setImmediate } from "node:timers/promises";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createPool, type Pool } from "@hoplog/platform/postgres/pool.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateDatabase } from "../database/migrate.ts";
import type { AccountRates } from "./accountRates.ts";
import { describeCounters, describeSharedCounters } from "./testing/counters.ts";
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

let paused = 0;
let made = 0;
const limitsOf = (rates: Partial<Rates>, accountRates: AccountRates = { rateOf: () => undefined }): Limits => {
  const counters = postgresCounters(openPool(), logger);
  const test = ++made;
  return createLimits({
    rates: { ...defaultRates, ...rates },
    accountRates,
    shared: (name, rate) => counters(`${test} ${name}`, rate),
    own: memoryCounters(logger),
    keys: createCountKeys("a secret"),
    pause: async (ms) => {
      paused += ms;
      await setImmediate();
    },
  });
};

describe("an account with a limit of its own", () => {
  it("goes by that, and the others by the installation's, from the moment it is set", async () => {
    let points: number | null = null;
    const rateOf: AccountRates["rateOf"] = (userId, limit) =>
      points !== null && userId === "busy" && (limit === "creation" || limit === "apiAccount")
        ? { points, seconds: 60 }
        : undefined;
    const one = { points: 1, seconds: 60 };
    const limits = limitsOf({ creation: one, apiAccount: one }, { rateOf });
    const create = (userId: string) => limits.creation("203.0.113.9", userId);
    await create("busy");
    await expect(create("busy")).rejects.toBeInstanceOf(RateLimitError);
    points = 4;
    // Earlier attempts, including the rejected one, count towards the new limit.
    await create("busy");
    expect(await limits.creations("203.0.113.9", "busy", 5)).toMatchObject({ granted: 1 });
    await limits.account("busy");
    await limits.account("busy");
    await create("other");
    await expect(create("other")).rejects.toMatchObject({ standing: { limit: 1 } });
    points = null;
    await expect(create("busy")).rejects.toMatchObject({ standing: { limit: 1 } });
  });
});

describe("registering", () => {
  it("is limited by the hour and by the day, for an IPv6 line as for one address", async () => {
    const limits = limitsOf({ registration: { points: 2, seconds: 1 }, registrationDay: { points: 3, seconds: 3600 } });
    const registerFrom = (i: number) => limits.registration(`2001:db8::${i}`, `person${i}@example.com`);
    for (let i = 0; i < 2; i++) await registerFrom(i);
    await expect(registerFrom(2)).rejects.toBeInstanceOf(RateLimitError);
    // The hourly period (one second here) has ended, the daily one has not.
    await expect
      .poll(
        () =>
          registerFrom(3).then(
            () => "taken",
            () => "refused",
          ),
        { timeout: 60_000 },
      )
      .toBe("taken");
    await expect(registerFrom(4)).rejects.toMatchObject({ standing: { limit: 3 } });
  });

  it("is slow enough by default that lists of addresses can't be tried", () => {
    const { registration, registrationDay, emailChange, emailChangeAddress } = defaultRates;
    const perDay = (rate: { points: number; seconds: number }) => (rate.points * 86_400) / rate.seconds;
    expect(registration.points).toBeLessThanOrEqual(10);
    expect(perDay(registrationDay) + perDay(emailChangeAddress)).toBeLessThanOrEqual(50);
    expect(perDay(emailChange)).toBeLessThanOrEqual(10);
  });
});

describe("what is stored", () => {
  it("holds nobody's address, and all of an account goes with it", async () => {
    const limits = limitsOf({});
    const pool = openPool();
    const stored = async () =>
      (await pool.query<{ key: string }>(sql`SELECT key FROM rate_limit WHERE key LIKE ${`${made} %`}`)).rows.map(
        ({ key }) => key,
      );
    for (const [id, email] of [
      ["account-1", "ada@example.com"],
      ["account-2", "grace@example.com"],
    ] as const) {
      await (await limits.login("203.0.113.7", email)).succeeded();
      await limits.login("203.0.113.7", email);
      await limits.password("203.0.113.7", id);
      await limits.creation("203.0.113.7", id);
      await limits.sqlAccess(id);
      await limits.emailChange("203.0.113.7", id, `new.${email}`);
    }
    const before = await stored();
    expect(before.join("\n")).not.toMatch(/203\.0\.113|@|ada|grace/);
    await limits.forgetAccount("account-1", ["ada@example.com"]);
    const after = await stored();
    expect(after.filter((key) => key.includes("account-1"))).toEqual([]);
    expect(after.filter((key) => key.includes("account-2")).length).toBe(4);
    const logins = (keys: string[]) => keys.filter((key) => /^\d+ (login|loginAccount|known):/.test(key)).length;
    expect([logins(before), logins(after)]).toEqual([6, 3]);
  });
});

describe("logging in", () => {
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
    // A login from an address that the owner has never used is delayed, but succeeds.
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

  it("is not limited for an address from which many people log in well", async () => {
    const limits = limitsOf({ loginAddress: { points: 3, seconds: 60 } });
    for (let i = 0; i < 6; i++) {
      const attempt = await limits.login("192.0.2.9", `person${i}@example.com`);
      await expect(attempt.succeeded()).resolves.toBeUndefined();
    }
  });

  it("is limited for an address that tries many accounts", async () => {
    const limits = limitsOf({ loginAddress: { points: 3, seconds: 60 } });
    for (let i = 0; i < 3; i++) await limits.login("192.0.2.1", `person${i}@example.com`);
    await expect(limits.login("192.0.2.1", "another@example.com")).rejects.toBeInstanceOf(RateLimitError);
    // All addresses of one IPv6 network count as one.
    for (let i = 1; i < 4; i++) await limits.login(`2001:db8::${i}`, `person${i}@example.com`);
    await expect(limits.login("2001:db8::9", "another@example.com")).rejects.toBeInstanceOf(RateLimitError);
  });
});

describe("passwords of shared pages", () => {
  const wrong = (limits: Limits, address: string, shareId = "page") => limits.sharePassword(address, shareId);

  it("are taken from an address that has not been wrong, however many others were", async () => {
    const limits = limitsOf({ sharePasswordShare: { points: 5, seconds: 60 } });
    for (let i = 0; i < 10; i++) await wrong(limits, `203.0.${i}.7`);
    await expect(wrong(limits, "203.0.1.7")).rejects.toBeInstanceOf(RateLimitError);
    await expect(wrong(limits, "198.51.100.1", "another page")).resolves.toBeDefined();
    paused = 0;
    const given = await wrong(limits, "198.51.100.1");
    expect(given.isFirst).toBe(true);
    await given.succeeded();
    expect((await wrong(limits, "198.51.100.1")).isFirst).toBe(true);
    expect(paused).toBe(0);
  });

  it("take longer from a network that has been wrong too often, where one wrong one is the last", async () => {
    const limits = limitsOf({ sharePasswordNetwork: { points: 3, seconds: 60 } });
    for (const host of [1, 2, 3]) await wrong(limits, `203.0.113.${host}`);
    await expect(wrong(limits, "203.0.113.1")).rejects.toBeInstanceOf(RateLimitError);
    paused = 0;
    await wrong(limits, "203.0.113.4");
    expect(paused).toBe(2000);
    await wrong(limits, "203.0.112.4");
    expect(paused).toBe(2000);
  });

  it("count for nothing when they are right", async () => {
    const two = { points: 2, seconds: 60 };
    const limits = limitsOf({ sharePasswordAddress: two, sharePasswordNetwork: two, sharePasswordShare: two });
    for (let i = 0; i < 6; i++) await (await wrong(limits, "203.0.113.7")).succeeded();
    for (let i = 0; i < 2; i++) await wrong(limits, "203.0.113.7");
    await expect(wrong(limits, "203.0.113.7")).rejects.toBeInstanceOf(RateLimitError);
  });
});
