import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FixtureTime } from "@hoplog/platform/testing/timed.js";
import type { Baseline } from "./baseline.ts";
import { reportTimes, type RunTimes } from "./report.ts";
import { type FileTime, fixturesByFile, type GroupCpu, sumFixtures, sumGroups, sumProjects } from "./times.ts";

/** Stores the times that a full run left in `folder` as .make/times.json and returns them as text. */
export function finishTimes(root: string, folder: string, steps: RunTimes["steps"]): string {
  const written = join(folder, "tests.json");
  if (!existsSync(written)) return "The tests have left no times.";
  const { groups, files }: { groups: GroupCpu[]; files: FileTime[] } = JSON.parse(readFileSync(written, "utf8"));
  const fixtures = readFixtures(folder);
  const times: RunTimes = {
    steps,
    groups: sumGroups(files, groups),
    projects: sumProjects(files),
    files,
    fixtures: sumFixtures(fixtures),
  };
  mkdirSync(join(root, ".make"), { recursive: true });
  const fixturesOfFiles = Object.fromEntries(fixturesByFile(files, fixtures));
  writeFileSync(join(root, ".make", "times.json"), JSON.stringify({ ...times, fixturesOfFiles }, null, 1));
  const baseline: Baseline = JSON.parse(readFileSync(join(root, "tests", "times", "baseline.json"), "utf8"));
  return reportTimes(times, baseline);
}

function readFixtures(folder: string): FixtureTime[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith("fixtures-"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
    .map((line): FixtureTime => JSON.parse(line));
}
