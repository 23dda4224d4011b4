import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { collectWhenQuiet } from "./collectWhenQuiet.ts";

function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;) continue;
}

it("waits while the process is busy, and collects once when it is quiet", async () => {
  let collected = 0;
  onTestFinished(collectWhenQuiet(50, () => collected++));
  for (let round = 0; round < 20; round++) {
    work(20);
    await sleep(1);
  }
  expect(collected).toBe(0);
  await expect.poll(() => collected).toBe(1);
  await sleep(200);
  expect(collected).toBe(1);
});

it("collects nothing once it has ended", async () => {
  let collected = 0;
  collectWhenQuiet(20, () => collected++)();
  await sleep(100);
  expect(collected).toBe(0);
});
