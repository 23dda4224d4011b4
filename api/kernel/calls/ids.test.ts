import { createRandomPool } from "@hoplog/platform/random/randomPool.js";
import { validate, version } from "uuid";
import { expect, it } from "vitest";
import { createIds } from "./ids.ts";

it("makes ids that sort as they were made, within a millisecond and when the clock is set back", () => {
  let now = Date.UTC(2026, 10, 23);
  const newId = createIds({ random: createRandomPool(), nowMs: () => now });
  const ids = [];
  for (const step of [0, 1, 0, -5000, 1, 7000]) {
    now += step;
    for (let i = 0; i < 1000; i++) ids.push(newId());
  }
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
});

it("goes on into the next millisecond when one has no room left", () => {
  const newId = createIds({ random: (size) => new Uint8Array(size).fill(255), nowMs: () => 1000 });
  const [first, second] = [newId(), newId()];
  expect(first.slice(0, 13)).toBe("00000000-03e8");
  expect(second > first).toBe(true);
});
