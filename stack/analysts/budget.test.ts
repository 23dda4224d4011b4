import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";

test("an hour's queries and seconds are used up by each account by itself, and come back with the next hour", () => {
  let now = Date.UTC(2026, 10, 28, 10, 15);
  const budget = createBudget(() => now);
  const allowance = { queries: 2, seconds: 30 };
  expect([1, 2, 3].map(() => budget.begin("a", allowance))).toEqual([true, true, false]);
  expect(budget.begin("b", allowance)).toBe(true);
  budget.spend("b", 31);
  expect(budget.seconds("b")).toBe(31);
  expect(budget.begin("b", allowance)).toBe(false);
  now = Date.UTC(2026, 10, 28, 11, 0);
  expect([budget.begin("a", allowance), budget.begin("b", allowance), budget.seconds("b")]).toEqual([true, true, 0]);
});
