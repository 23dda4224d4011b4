import { closeSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { appendLines, logPath, openLog, tailOf } from "./logFile.ts";

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-log-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "logs"));
  return folder;
}

test("a line that can't be written throws nothing, and is counted in the log once that can be written", () => {
  const folder = dataFolder();
  const append = appendLines(folder, "postgres");
  append("first");
  rmSync(logPath(folder, "postgres"));
  mkdirSync(logPath(folder, "postgres"));
  append("second");
  append("third");
  rmdirSync(logPath(folder, "postgres"));
  append("fourth");
  append("fifth");
  const lines = readFileSync(logPath(folder, "postgres"), "utf8").split("\n");
  expect(lines).toEqual([
    "",
    "hoplog: 2 lines were lost here, because the disk could not be written",
    "fourth",
    "fifth",
    "",
  ]);
});

test("a part whose log can't be opened logs to nowhere, with a word about it", () => {
  const folder = dataFolder();
  mkdirSync(logPath(folder, "api"));
  const onProblem = vi.fn();
  const log = openLog(folder, "api", onProblem);
  onTestFinished(() => closeSync(log));
  expect(onProblem).toHaveBeenCalledWith(expect.stringContaining("cannot write its log: EISDIR"));
  expect(statSync(logPath(folder, "api")).isDirectory()).toBe(true);
  expect(tailOf(logPath(folder, "api"), 0, 5)).toEqual([]);
});
