import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type LeaseBank, openLeaseBank } from "../testing/leaseBank.ts";
import { type Caps, createCaps, type LinkCap } from "./caps.ts";
import type { Holder } from "./holder.ts";

const capOf = (max: number): LinkCap => ({ linkId: uuid(), number: 1, max });
let time = 0;

beforeEach(() => {
  time = 1_000_000;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => vi.useRealTimers());

/** Advances time and runs the timers. */
async function pass(ms: number): Promise<void> {
  for (const until = time + ms; time < until;) {
    time += 100;
    vi.advanceTimersByTime(100);
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
}

function open(source: LeaseBank, holder: Partial<Holder> = {}): Caps {
  let id = 0;
  const own: Holder = { id: () => `holder ${id}`, replace: () => (id += 1), tidy: () => {}, ...holder };
  const caps = createCaps({ source, holder: own, newId: uuid, now: () => time });
  onTestFinished(() => caps.close(1));
  return caps;
}

/** Simulates a visitor, who waits once. */
async function comes(caps: Caps, cap: LinkCap): Promise<"redirected" | "used up" | "again"> {
  if (caps.isUsedUp(cap)) return "used up";
  if (!caps.hasVisit(cap)) await caps.request(cap);
  if (caps.isUsedUp(cap)) return "used up";
  return caps.take(cap, () => "stored") ? "redirected" : "again";
}

describe("visits of a cap", () => {
  it("are leased for those who wait together, and used up when all are used", async () => {
    const [bank, cap] = [openLeaseBank(3), capOf(3)];
    const caps = open(bank);
    const first = comes(caps, cap);
    const [second, third, fourth] = [comes(caps, cap), comes(caps, cap), comes(caps, cap)];
    expect(await first).toBe("redirected");
    expect([await second, await third, await fourth].toSorted()).toEqual(["again", "redirected", "redirected"]);
    expect(bank.asked.map(({ waiting }) => waiting)).toEqual([1, 3]);
    await settled();
    expect([bank.used(), bank.leased.size]).toEqual([3, 0]);
    await pass(100);
    expect(await comes(caps, cap)).toBe("used up");
    expect(await comes(caps, cap)).toBe("used up");
    expect(bank.asked).toHaveLength(3);
  });

  it("that nobody uses go back within a second, with what was used of their lease", async () => {
    const [bank, cap] = [openLeaseBank(10), capOf(10)];
    const caps = open(bank);
    await Promise.all([caps.request(cap), caps.request(cap), caps.request(cap)]);
    await settled();
    expect(caps.take(cap, () => "stored")).toBe(true);
    await pass(700);
    expect([bank.used(), bank.leased.size, caps.leases()]).toEqual([1, 0, 0]);
  });

  it("are leased ahead where many come", async () => {
    const [bank, cap] = [openLeaseBank(10_000), capOf(10_000)];
    const caps = open(bank);
    for (let i = 0; i < 500; i++) expect(await comes(caps, cap)).toBe("redirected");
    expect(bank.asked.length).toBeLessThan(50);
    await pass(1000);
    expect(bank.used()).toBe(500);
  });

  it("go on while Postgres is away, until those that are leased are used, and all of them once it is back", async () => {
    const [bank, cap] = [openLeaseBank(320), capOf(320)];
    const caps = open(bank);
    let redirected = 0;
    const next = async (): Promise<string> => {
      const outcome = await comes(caps, cap);
      if (outcome === "redirected") redirected++;
      return outcome;
    };
    const leased = (): number => [...bank.leased.values()].reduce((sum, visits) => sum + visits, 0);
    while (leased() < 5) expect(await next()).toBe("redirected");
    bank.faults.push(...Array.from({ length: 500 }, () => "not asked" as const));
    const before = redirected;
    while ((await next()) === "redirected");
    expect(redirected - before).toBeGreaterThanOrEqual(4);
    bank.faults.length = 0;
    await pass(1000);
    while ((await next()) !== "used up") await pass(100);
    expect([redirected, bank.used(), bank.leased.size]).toEqual([320, 320, 0]);
  });

  it("are kept while Postgres can't be told that nobody uses them", async () => {
    const [bank, cap, other] = [openLeaseBank(9), capOf(9), capOf(9)];
    const caps = open(bank);
    await caps.request(other);
    await pass(300);
    await Promise.all([caps.request(cap), caps.request(cap)]);
    bank.faults.push(...Array.from({ length: 100 }, () => "not executed" as const));
    await pass(3000);
    expect([await comes(caps, cap), bank.leased.size]).toEqual(["redirected", 2]);
    bank.faults.length = 0;
    await pass(1000);
    expect([bank.used(), bank.leased.size, caps.leases()]).toEqual([1, 0, 0]);
  });

  it("are not used by clicks that the disk refuses, and are by those of which nobody knows", async () => {
    const [bank, cap] = [openLeaseBank(2), capOf(2)];
    const caps = open(bank);
    await caps.request(cap);
    expect(caps.take(cap, () => "refused")).toBe(false);
    const numbers: number[] = [];
    expect(caps.take(cap, ({ number }) => (numbers.push(number), "unsure"))).toBe(false);
    expect(numbers).toEqual([1]);
    await pass(700);
    expect(bank.used()).toBe(1);
  });

  it("that Postgres may have granted are asked for again, by the same lease", async () => {
    const [bank, cap] = [openLeaseBank(5), capOf(5)];
    bank.faults.push("answer lost");
    const caps = open(bank);
    expect(await comes(caps, cap)).toBe("again");
    expect(bank.leased.size).toBe(1);
    await pass(100);
    expect(await comes(caps, cap)).toBe("redirected");
    await pass(700);
    expect([bank.used(), bank.leased.size]).toEqual([1, 0]);
  });

  it("return also where nobody asks again", async () => {
    const [bank, cap] = [openLeaseBank(5), capOf(5)];
    bank.faults.push("answer lost", "not asked", "answer lost");
    const caps = open(bank);
    expect(await comes(caps, cap)).toBe("again");
    await pass(3000);
    expect([bank.used(), bank.leased.size, caps.leases()]).toEqual([0, 0, 0]);
  });

  it("are another holder's once Postgres has ended the first", async () => {
    const [bank, cap] = [openLeaseBank(5), capOf(5)];
    const caps = open(bank);
    bank.end("holder 0");
    expect(await comes(caps, cap)).toBe("again");
    await pass(100);
    expect(await comes(caps, cap)).toBe("redirected");
  });

  it("can't be had where the holder can't be written down", async () => {
    const bank = openLeaseBank(5);
    const caps = open(bank, {
      id: () => {
        throw new Error("no space left on device");
      },
    });
    expect(await comes(caps, capOf(5))).toBe("again");
    expect(bank.asked).toEqual([]);
  });

  it("are given back when the listener ends", async () => {
    const [bank, cap] = [openLeaseBank(5), capOf(5)];
    const caps = open(bank);
    await Promise.all([caps.request(cap), caps.request(cap)]);
    await caps.close(1000);
    expect([bank.used(), bank.leased.size]).toEqual([0, 0]);
  });

  it("can be had right after somebody has only looked", async () => {
    const [bank, cap] = [openLeaseBank(1), capOf(1)];
    const caps = open(bank);
    expect(caps.isFresh(cap)).toBe(false);
    await caps.look(cap);
    expect([caps.isFresh(cap), caps.isUsedUp(cap), bank.leased.size]).toEqual([true, false, 0]);
    expect(await comes(caps, cap)).toBe("redirected");
    await pass(1200);
    await caps.look(cap);
    expect([caps.isFresh(cap), caps.isUsedUp(cap)]).toEqual([true, true]);
  });

  it("are asked for sparingly where others have them all", async () => {
    const [bank, cap] = [openLeaseBank(1), capOf(1)];
    const [one, other] = [open(bank), open(bank)];
    await one.request(cap);
    for (let i = 0; i < 100; i++) expect(await comes(other, cap)).toBe("again");
    expect(bank.asked.length).toBeLessThan(5);
  });

  it("never let one more through, and all of them in the end, whatever is lost on the way", async () => {
    const fault = fc.constantFrom("not asked" as const, "answer lost" as const, "not executed" as const);
    const written = fc.constantFrom("stored" as const, "stored" as const, "refused" as const);
    const steps = fc.array(
      fc.record({ listener: fc.nat(2), people: fc.nat(4), faults: fc.array(fault, { maxLength: 2 }), written }),
      {
        maxLength: 20,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), steps, async (max, taken) => {
        const [bank, cap] = [openLeaseBank(max), capOf(max)];
        const listeners = [open(bank), open(bank), open(bank)];
        let redirected = 0;
        const person = async (caps: Caps, outcome: "stored" | "refused"): Promise<void> => {
          if (!caps.hasVisit(cap)) await caps.request(cap);
          if (caps.take(cap, () => outcome)) redirected++;
        };
        for (const step of taken) {
          bank.faults.push(...step.faults);
          const caps = listeners[step.listener];
          if (caps) await Promise.all(Array.from({ length: step.people }, () => person(caps, step.written)));
          expect(redirected).toBeLessThanOrEqual(max);
        }
        bank.faults.length = 0;
        for (let round = 0; round < 60; round++) {
          if (redirected === max) break;
          await pass(200);
          const caps = listeners[round % 3];
          if (caps) await Promise.all(Array.from({ length: max }, () => person(caps, "stored")));
        }
        await pass(1000);
        expect([redirected, bank.used(), bank.leased.size]).toEqual([max, max, 0]);
      }),
      { numRuns: 60 },
    );
  });
});
