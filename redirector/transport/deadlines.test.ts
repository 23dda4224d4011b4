import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDeadlines } from "./deadlines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(max: number) {
  const late: string[] = [];
  const crowded: string[] = [];
  const ones = createDeadlines<string>({
    timeoutMs: 1000,
    max,
    now: () => Date.now(),
    onLate: (one) => late.push(one),
    onCrowded: (one) => crowded.push(one),
  });
  return { ones, late, crowded };
}

it("reports each that was not removed in time, once", () => {
  const { ones, late } = open(10);
  ones.add("first");
  vi.advanceTimersByTime(600);
  ones.add("second");
  const third = ones.add("third");
  expect(ones.remove(third)).toBe(true);
  expect(ones.remove(third)).toBe(false);
  vi.advanceTimersByTime(900);
  expect(late).toEqual(["first"]);
  vi.advanceTimersByTime(5000);
  expect(late).toEqual(["first", "second"]);
  expect(ones.count()).toBe(0);
});

it("gives up the oldest one when there are too many", () => {
  const { ones, late, crowded } = open(2);
  const first = ones.add("first");
  for (const one of ["second", "third", "fourth"]) ones.add(one);
  expect(crowded).toEqual(["first", "second"]);
  expect(ones.remove(first)).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(late).toEqual(["third", "fourth"]);
});

it("reports nothing after it has been stopped", () => {
  const { ones, late } = open(2);
  ones.add("first");
  ones.stop();
  vi.advanceTimersByTime(5000);
  expect(late).toEqual([]);
});
