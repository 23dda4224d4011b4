import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createRandom } from "../testing/random.ts";
import { createSortedRuns } from "./sortedRuns.ts";

function openRuns(bytesPerRun: number) {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-runs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, runs: createSortedRuns(path.join(folder, "building"), bytesPerRun) };
}

it("gives changes by code, and those of one code in their order, from many runs", () => {
  const { folder, runs } = openRuns(20_000);
  const random = createRandom(7);
  const added = Array.from({ length: 5000 }, (_, i) => {
    const code = "abcAB_-09".repeat(3).slice(random.below(9), 12 + random.below(12)) + random.below(300);
    const entry = random.below(5) === 0 ? null : Buffer.from(`${i}${"x".repeat(random.below(50))}`);
    runs.add(code, entry);
    return { code, entry: entry?.toString() ?? null };
  });
  const expected = added.toSorted((a, b) => (a.code === b.code ? 0 : a.code < b.code ? -1 : 1));
  expect([...runs.read()].length).toBe(5000);
  // Copies entries, because each is valid only until the next one is read.
  const read = [];
  for (const { code, entry } of runs.read()) read.push({ code, entry: entry && Buffer.from(entry).toString() });
  expect(read).toEqual(expected);
  expect(readdirSync(path.join(folder, "building")).length).toBeGreaterThan(5);
  runs.remove();
  expect(readdirSync(folder)).toEqual([]);
});

it("has nothing to give when nothing was added", () => {
  expect([...openRuns(1000).runs.read()]).toEqual([]);
});
