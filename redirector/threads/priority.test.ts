import { readdirSync } from "node:fs";
import { getPriority, platform } from "node:os";
import { expect, it } from "vitest";
import { lowerHelperPriority } from "./priority.ts";

it.runIf(platform() === "linux")("leaves the first thread as it is, and lowers those that V8 has", () => {
  const before = getPriority(process.pid);
  lowerHelperPriority();
  const helpers = readdirSync("/proc/self/task")
    .map(Number)
    .filter((thread) => thread !== process.pid);
  expect(getPriority(process.pid)).toBe(before);
  expect(helpers.length).toBeGreaterThan(3);
  expect(Math.min(...helpers.map((thread) => getPriority(thread)))).toBe(10);
});
