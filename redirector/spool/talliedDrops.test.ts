import { expect, it } from "vitest";
import { createTalliedDrops } from "./talliedDrops.ts";

const since = Date.UTC(2026, 0, 2);
const [before, later] = [since - 60_000, since + 60_000];
const tally = (requests: number, writtenAt: number, id = "tally") => ({ id, requests, writtenAt });

it("counts what was counted before the process began once, whoever settles it", () => {
  const drops = createTalliedDrops(since);
  drops.settle([tally(5, before)]);
  drops.settle([tally(5, before), tally(2, before, "other")]);
  expect(drops.total()).toBe(7);
});

it("counts what the last listeners of the process before have counted at their end", () => {
  const drops = createTalliedDrops(since);
  drops.settle([tally(5, since + 1000)]);
  expect(drops.total()).toBe(5);
});

it("leaves tallies that other redirectors' listeners wrote to since the start to these redirectors", () => {
  const drops = createTalliedDrops(since);
  drops.settle([tally(5, later)]);
  expect(drops.total()).toBe(0);
});

it("leaves the drops of a living listener to its figures", () => {
  const drops = createTalliedDrops(since);
  drops.claim("tally");
  expect(drops.total()).toBe(0);
});

it("counts a killed listener's tally as last reported, then as settled", () => {
  const drops = createTalliedDrops(since);
  drops.claim("tally");
  drops.end("tally", 5);
  expect(drops.total()).toBe(5);
  drops.settle([tally(7, later)]);
  drops.settle([tally(7, later)]);
  expect(drops.total()).toBe(7);
});

it("never decreases", () => {
  const drops = createTalliedDrops(since);
  drops.end("tally", 5);
  drops.settle([tally(4, later)]);
  expect(drops.total()).toBe(5);
});

it("adds what its listener has counted in a tally of a process before, and not what another redirector counts", () => {
  const drops = createTalliedDrops(since);
  drops.settle([tally(5, before, "inherited"), tally(5, later, "foreign")]);
  for (const id of ["inherited", "foreign"]) {
    drops.claim(id);
    drops.end(id, 8);
  }
  expect(drops.total()).toBe(8 + 3);
});
