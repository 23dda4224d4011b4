import { expect, it } from "vitest";
import { slowerFiles, toBaseline } from "./baseline.ts";
import { reportTimes } from "./report.ts";
import { type FileTime, fixturesByFile, sumFixtures, sumGroups, sumProjects } from "./times.ts";

/** Returns a file that a worker runs between two times in seconds. */
function file(name: string, [from, to]: readonly [number, number], more: Partial<FileTime> = {}): FileTime {
  const times = { collect: 200, setup: 0, hooks: 300, tests: 500 };
  return {
    file: name,
    project: "api",
    group: 2,
    worker: 1,
    startedAt: from * 1000,
    endedAt: to * 1000,
    ...times,
    ...more,
  };
}

it("sums files by group and by project, and counts as idle what workers did not spend on files", () => {
  const files = [
    file("a", [10, 14]),
    file("b", [10, 20], { worker: 2 }),
    file("c", [15, 16], { project: "ingest" }),
    file("d", [2, 3], { project: "web", group: 1 }),
  ];
  const cpus = [
    { group: 2, workers: 2, cpu: 0.5 },
    { group: 1, workers: 2, cpu: 0.9 },
  ];
  expect(sumGroups(files, cpus)).toMatchObject([
    { name: "1", files: 1, wall: 1000, busy: 1000, idle: 1000, cpu: 0.9 },
    { name: "2", files: 3, wall: 10_000, busy: 15_000, idle: 5000, tests: 1500, hooks: 900, collect: 600 },
  ]);
  expect(sumProjects(files)).toMatchObject([
    { name: "api", files: 2, wall: 10_000, busy: 14_000 },
    { name: "ingest", files: 1, wall: 1000 },
    { name: "web", files: 1, wall: 1000 },
  ]);
});

it("sums fixtures by name and by the file that their worker ran", () => {
  const files = [file("a", [10, 14]), file("b", [10, 20], { worker: 2 })];
  const fixtures = [
    { name: "stack", worker: 1, endedAt: 11_000, took: 800 },
    { name: "api", worker: 2, endedAt: 11_000, took: 500 },
    { name: "api", worker: 2, endedAt: 19_000, took: 700 },
    { name: "api", worker: 1, endedAt: 19_000, took: 1 },
  ];
  expect(sumFixtures(fixtures)).toEqual([
    { name: "api", count: 3, took: 1201 },
    { name: "stack", count: 1, took: 800 },
  ]);
  expect(Object.fromEntries(fixturesByFile(files, fixtures))).toEqual({
    a: [{ name: "stack", count: 1, took: 800 }],
    b: [{ name: "api", count: 2, took: 1200 }],
    "": [{ name: "api", count: 1, took: 1 }],
  });
});

it("stores as baseline what takes a second or more, sorted", () => {
  expect(Object.entries(toBaseline([file("b", [0, 3.4]), file("a", [0, 2]), file("c", [0, 0.4])]))).toEqual([
    ["a", 2],
    ["b", 3],
  ]);
});

it.each([
  ["more than 1.5 times and 5 s longer", 10, 15.1, true],
  ["no more than 1.5 times longer", 20, 29, false],
  ["no more than 5 s longer", 4, 8.9, false],
  ["new and slow", undefined, 6.1, true],
  ["new", undefined, 5.9, false],
])("judges a file that is %s", (_, before, now, isSlower) => {
  const baseline = before === undefined ? {} : { a: before };
  expect(slowerFiles([file("a", [0, now])], baseline)).toHaveLength(isSlower ? 1 : 0);
});

it("reports the slowest files, and at the end those that have become slower", () => {
  const files = [file("fast", [0, 1]), file("slow", [0, 30])];
  const sums = { groups: sumGroups(files, [{ group: 2, workers: 2, cpu: 0.75 }]), projects: sumProjects(files) };
  const text = reportTimes({ steps: [{ name: "build", seconds: 3 }], ...sums, files, fixtures: [] }, { slow: 10 });
  expect(text).toMatch(/^build +3\.0$/m);
  expect(text).toMatch(/^2 +2 +30\.0 +31\.0 .* 2 +29\.0 +75%$/m);
  expect(text).toMatch(/^slowest files[^]*^slow +30\.0.*\nfast +1\.0/m);
  expect(text).toMatch(/^slow +10\.0 +30\.0$(?![^]*\n)/m);
});
