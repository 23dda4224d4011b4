import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createMemoryFolder } from "./memoryFolder.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "hoplog-memory-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
});

test("a run has an empty folder that all users can write to", () => {
  const folder = createMemoryFolder({ parent, free: 0, space: 0 }) ?? "";
  expect(basename(folder)).toMatch(new RegExp(`^hoplog-tests-${process.pid}-`));
  expect(readdirSync(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
});

test.each([
  ["free memory", { free: Infinity, space: 0 }],
  ["space", { free: 0, space: Infinity }],
])("a run has none with too little %s", (_what, wanted) => {
  expect(createMemoryFolder({ parent, ...wanted })).toBeNull();
  expect(readdirSync(parent)).toEqual([]);
});

test("a run has none where the system has no such place", () => {
  expect(createMemoryFolder({ parent: join(parent, "none"), free: 0, space: 0 })).toBeNull();
});

test("the folder of a run that was killed is removed, and that of a running one stays", () => {
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const [killed, running, others] = [`hoplog-tests-${ended}-a`, `hoplog-tests-${process.ppid}-a`, "hoplog-tests-x"];
  for (const name of [killed, running, others]) mkdirSync(join(parent, name, "deep"), { recursive: true });
  createMemoryFolder({ parent, free: Infinity, space: 0 });
  expect([killed, running, others].map((name) => existsSync(join(parent, name)))).toEqual([false, true, true]);
});
