import { expect, it } from "vitest";
import { createRestartPolicy } from "./restartPolicy.ts";

it("starts again at once, and in a row of deaths ever later, up to five seconds", () => {
  const restarts = createRestartPolicy();
  const lives = [2000, 0, 1, 2, 1999, 0, 0, 0, 0];
  expect(lives.map((uptimeMs) => restarts.delayAfter(uptimeMs))).toEqual([
    0, 100, 200, 400, 800, 1600, 3200, 5000, 5000,
  ]);
});

it("starts again at once after a good life, and after a reset", () => {
  const restarts = createRestartPolicy();
  for (let death = 0; death < 5; death++) restarts.delayAfter(0);
  expect(restarts.delayAfter(2001)).toBe(0);
  expect(restarts.delayAfter(0)).toBe(100);
  restarts.reset();
  expect(restarts.delayAfter(0)).toBe(0);
});
