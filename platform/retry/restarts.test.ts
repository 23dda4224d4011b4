import { expect, it } from "vitest";
import { createRestarts } from "./restarts.ts";

it("starts again at once, and in a row of deaths ever later, up to five seconds", () => {
  const restarts = createRestarts();
  const lives = [2000, 0, 1, 2, 1999, 0, 0, 0, 0];
  expect(lives.map((uptimeMs) => restarts.pauseAfter(uptimeMs))).toEqual([
    0, 100, 200, 400, 800, 1600, 3200, 5000, 5000,
  ]);
});

it("starts again at once after a good life, and when told that the row is over", () => {
  const restarts = createRestarts();
  for (let death = 0; death < 5; death++) restarts.pauseAfter(0);
  expect(restarts.pauseAfter(2001)).toBe(0);
  expect(restarts.pauseAfter(0)).toBe(100);
  restarts.reset();
  expect(restarts.pauseAfter(0)).toBe(0);
});
