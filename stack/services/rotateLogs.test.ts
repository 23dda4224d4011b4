import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { rotateLogs } from "./rotateLogs.ts";

const mb = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;
const limits = { totalBytes: 100 * mb, days: 30 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-rotate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const path = (name: string) => join(folder, name);
const sizes = () => Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(path(name)).size]));

test("a long log is moved aside, and a process that has it open goes on in the emptied file", () => {
  const open = openSync(path("api.log"), "a");
  onTestFinished(() => closeSync(open));
  writeSync(open, "x".repeat(11 * mb));
  expect(rotateLogs(folder, limits, Date.now())).toBeNull();
  writeSync(open, "after\n");
  expect(sizes()).toEqual({ "api.log": 6, "api.log.1": 11 * mb });
  writeSync(open, "y".repeat(11 * mb));
  rotateLogs(folder, limits, Date.now());
  expect(sizes()).toEqual({ "api.log": 0, "api.log.1": 11 * mb + 6, "api.log.2": 11 * mb });
});

test("a log of a day is moved aside, an empty and a fresh one are not", () => {
  appendFileSync(path("api.log"), "of yesterday\n");
  appendFileSync(path("ingest.log"), "");
  rotateLogs(folder, limits, Date.now() + dayMs / 2);
  expect(sizes()).toEqual({ "api.log": 13, "ingest.log": 0 });
  rotateLogs(folder, limits, Date.now() + dayMs + 1000);
  expect(sizes()).toEqual({ "api.log": 0, "api.log.1": 13, "ingest.log": 0 });
  expect(readFileSync(path("api.log.1"), "utf8")).toBe("of yesterday\n");
});

test("files beyond the size or the days are deleted, the oldest first, whatever is missing between them", () => {
  for (const number of [1, 2, 4]) appendFileSync(path(`api.log.${number}`), "z".repeat(4 * mb));
  appendFileSync(path("api.log"), "now\n");
  rotateLogs(folder, { totalBytes: 9 * mb, days: 30 }, Date.now());
  expect(Object.keys(sizes())).toEqual(["api.log", "api.log.1", "api.log.2"]);
  const old = (Date.now() - 31 * dayMs) / 1000;
  utimesSync(path("api.log.2"), old, old);
  rotateLogs(folder, limits, Date.now());
  expect(Object.keys(sizes())).toEqual(["api.log", "api.log.1"]);
});

test("a folder that can't be read is a problem in words", () => {
  expect(rotateLogs(path("none"), limits, Date.now())).toContain("Cannot rotate logs: ENOENT");
});
