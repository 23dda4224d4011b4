import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("is one partition for all who send little, and another one a minute later", () => {
  let at = 1_800_000_000_000;
  const [one, two] = [createTurns(() => at), createTurns(() => at + 50)];
  const seen = new Set<number>();
  for (const end = at + 50_000; at < end; at += 1000) {
    seen.add(one.next(12, 100));
    seen.add(two.next(12, 1000));
  }
  expect(seen.size).toBe(1);
  at += 60_000;
  expect([...seen, one.next(12, 100)]).toEqual([expect.any(Number), (([...seen][0] ?? 0) + 1) % 12]);
});

it("is a few partitions, the same ones for all who send as much", () => {
  const at = 1_800_000_000_000;
  const [one, two] = [createTurns(() => at), createTurns(() => at)];
  const partitionsOf = (turns: typeof one) => new Set(Array.from({ length: 40 }, () => turns.next(12, 1000)));
  expect(partitionsOf(one).size).toBe(3);
  expect(partitionsOf(two)).toEqual(partitionsOf(createTurns(() => at)));
});

it("is every partition in turn for one who sends much, until it sends little again", () => {
  let at = 1_800_000_000_000;
  const turns = createTurns(() => at);
  expect(new Set(Array.from({ length: 12 }, () => turns.next(12, 100_000))).size).toBe(12);
  at += 5000;
  expect(new Set(Array.from({ length: 12 }, () => turns.next(12, 100))).size).toBe(1);
});
