import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { OpenCounter, OpenStoredCounter } from "../counter.ts";
import type { Rate } from "../rates.ts";

/** Declares the contract tests of a counter driver. */
export function describeCounters(name: string, open: () => OpenCounter): void {
  describe(`counters in ${name}`, () => {
    let counters: OpenCounter;
    beforeAll(() => {
      counters = open();
    });
    const counterOf = (rate: Rate) => counters(`test ${randomUUID()}`, rate);

    it("allow so much, then no more, for each key by itself", async () => {
      const counter = counterOf({ points: 2, seconds: 60 });
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
      const counter = counterOf({ points: 1, seconds: 1 });
      await counter.take("x");
      expect((await counter.take("x")).allowed).toBe(false);
      await expect.poll(async () => (await counter.take("x")).allowed, { timeout: 3000, interval: 100 }).toBe(true);
    });

    it("give as many of several as are left", async () => {
      const counter = counterOf({ points: 5, seconds: 60 });
      expect(await counter.takeUpTo("x", 3)).toMatchObject({ granted: 3, standing: { allowed: true, remaining: 2 } });
      const some = await counter.takeUpTo("x", 4);
      expect(some).toMatchObject({ granted: 2, standing: { allowed: false, limit: 5, remaining: 0 } });
      expect(some.standing.resetSeconds).toBeGreaterThan(55);
      expect(await counter.takeUpTo("x", 4)).toMatchObject({ granted: 0, standing: { allowed: false } });
      expect((await counter.take("x")).allowed).toBe(false);
      expect(await counter.takeUpTo("y", 6)).toMatchObject({ granted: 5, standing: { allowed: false } });
    });

    it("count what comes at once", async () => {
      const counter = counterOf({ points: 5, seconds: 60 });
      const standings = await Promise.all(Array.from({ length: 20 }, () => counter.take("x")));
      expect(standings.filter(({ allowed }) => allowed)).toHaveLength(5);
    });

    it("take a point back", async () => {
      const counter = counterOf({ points: 2, seconds: 60 });
      for (let i = 0; i < 2; i++) await counter.take("x");
      await counter.refund("x");
      expect(await counter.take("x")).toMatchObject({ allowed: true, remaining: 0 });
      expect((await counter.take("x")).allowed).toBe(false);
    });

    it("forget", async () => {
      const counter = counterOf({ points: 1, seconds: 60 });
      expect(await counter.has("x")).toBe(false);
      await counter.take("x");
      await counter.take("x");
      expect(await counter.has("x")).toBe(true);
      await counter.forget("x");
      expect(await counter.has("x")).toBe(false);
      expect((await counter.take("x")).allowed).toBe(true);
    });
  });
}

export interface SharedCounters {
  /** Opens counters as in another process; called within a test. */
  open(): OpenStoredCounter;
  /** Opens counters whose store cannot be reached. */
  unreachable(): OpenStoredCounter;
}

/** Declares the additional contract tests of a driver that shares counters across processes. */
export function describeSharedCounters(name: string, { open, unreachable }: SharedCounters): void {
  describe(`counters of all processes, in ${name}`, () => {
    it("hold for all of them", async () => {
      const counted = `test ${randomUUID()}`;
      const [one, other] = [open(), open()].map((counter) => counter(counted, { points: 2, seconds: 60 }));
      await one?.take("x");
      await other?.take("x");
      expect((await one?.take("x"))?.allowed).toBe(false);
      expect((await other?.take("x"))?.allowed).toBe(false);
    });

    it("forget all of an account, and nothing of another", async () => {
      const counter = open()(`test ${randomUUID()}`, { points: 5, seconds: 60 });
      const own = ["x", "x/1", "x/2"];
      const others = ["xy", "xy/1", "y", "y/x"];
      for (const key of [...own, ...others]) await counter.take(key);
      await counter.forgetAll("x");
      for (const key of own) expect(await counter.has(key), key).toBe(false);
      for (const key of others) expect(await counter.has(key), key).toBe(true);
    });

    it("allow everything while their store can't be reached", async () => {
      const counter = unreachable()("down", { points: 1, seconds: 1 });
      for (let i = 0; i < 3; i++) expect((await counter.take("x")).allowed).toBe(true);
      expect(await counter.takeUpTo("x", 9)).toMatchObject({ granted: 9 });
      expect(await counter.has("x")).toBe(true);
      await expect(counter.refund("x")).resolves.toBeUndefined();
      await expect(counter.forget("x")).resolves.toBeUndefined();
      await expect(counter.forgetAll("x")).resolves.toBeUndefined();
    });
  });
}
