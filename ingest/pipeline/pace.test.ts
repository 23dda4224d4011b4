import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

const never = new AbortController().signal;

it("lets the first one go at once, and later ones so that inserts take a sixteenth of the time", async () => {
  let at = 1000;
  const pace = createPace({
    nowMs: () => at,
    sleep: async (ms) => {
      at += ms;
    },
  });
  await pace.wait(never);
  expect(at).toBe(1000);
  pace.spent(20, 0);
  await pace.wait(never);
  expect(at).toBe(1320);
  // The wait is at most half a second, however slow the machine is.
  pace.spent(5000, 0);
  await pace.wait(never);
  expect(at).toBe(1800);
  pace.spent(10, 0);
  at += 10_000;
  await pace.wait(never);
  expect(at).toBe(11_800);
});

it("gives larger inserts more of the time, so that a load is counted soon", async () => {
  let at = 0;
  const pace = createPace({
    nowMs: () => at,
    sleep: async (ms) => {
      at += ms;
    },
  });
  pace.spent(20, 250);
  await pace.wait(never);
  expect(at).toBe(160);
  pace.spent(20, 2250);
  await pace.wait(never);
  expect(at).toBe(192);
});

it("waits no longer than its caller does", async () => {
  const pace = createPace({ nowMs: () => 0 });
  pace.spent(30, 0);
  const ending = new AbortController();
  const waiting = pace.wait(ending.signal);
  ending.abort();
  await expect(waiting).resolves.toBeUndefined();
});
