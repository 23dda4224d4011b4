import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { startSteps, type StepResult } from "./steps.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(results: readonly (StepResult | Error)[], pollMs = 60_000) {
  const steps: number[] = [];
  const failures: unknown[] = [];
  const begunAt = Date.now();
  const work = startSteps({
    pollMs,
    async step() {
      const result = results[steps.length] ?? "idle";
      steps.push(Date.now() - begunAt);
      if (result instanceof Error) throw result;
      return result;
    },
    onFailure: (error) => void failures.push(error),
  });
  onTestFinished(() => work.stop());
  return { work, steps, failures };
}

it("goes on at once while there is work, and then polls", async () => {
  const { steps } = start(["worked", "worked"], 5000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual([0, 0, 0, 5000, 10_000]);
});

it("looks again in a second for expected work, and at the moment that a step names, but polls at least", async () => {
  const { steps } = start(["expecting", 2500, 90_000, -5], 5000);
  await vi.advanceTimersByTimeAsync(8600);
  expect(steps.slice(0, 4)).toEqual([0, 1000, 3500, 8500]);
  expect(steps[4]).toBeLessThan(8510);
});

it("follows a notification, also one that came during a step", async () => {
  const { work, steps } = start([]);
  work.notify();
  await vi.advanceTimersByTimeAsync(10);
  expect(steps).toEqual([0, 0]);
  work.notify();
  await vi.advanceTimersByTimeAsync(10);
  expect(steps).toEqual([0, 0, 10]);
});

it("pauses after failures, longer each time, and goes on", async () => {
  vi.useRealTimers();
  const { steps, failures } = start([...Array.from({ length: 4 }, (_, i) => new Error(`${i}`)), "worked"]);
  await expect.poll(() => steps.length, { timeout: 10_000 }).toBe(6);
  expect(failures).toHaveLength(4);
  for (const [i, least] of [75, 150, 300, 600].entries()) {
    expect((steps[i + 1] ?? 0) - (steps[i] ?? 0)).toBeGreaterThanOrEqual(least - 2);
  }
});

it("ends with the step under way", async () => {
  let end = () => {};
  const work = startSteps({
    pollMs: 1,
    step: () => new Promise((resolve) => (end = () => resolve("worked"))),
    onFailure: () => {},
  });
  let isOver = false;
  const stopped = work.stop().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(100);
  expect(isOver).toBe(false);
  end();
  await stopped;
});
