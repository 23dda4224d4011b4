import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { servicesToRestart, watchCompiled } from "./changes.ts";

const services = ["api", "redirector", "ingest"];
const shared = ["schema", "platform"];

test.each([
  [["api"], ["api"]],
  [
    ["ingest", "api"],
    ["api", "ingest"],
  ],
  [["schema"], services],
  [["platform", "api"], services],
  [[], []],
])("a change of %j restarts %j", (changed, expected) => {
  expect(servicesToRestart(new Set(changed), services, shared)).toEqual(expected);
});

test("changes of one save are reported together, and only those of code", async () => {
  const root = mkdtempSync(join(tmpdir(), "hoplog-watch-"));
  const reported: string[][] = [];
  const unwatch = watchCompiled(root, ["api", "schema"], (changed) => reported.push([...changed].toSorted()));
  try {
    mkdirSync(join(root, "api", "dist", "links"));
    writeFileSync(join(root, "api", "dist", ".tsbuildinfo"), "{}");
    writeFileSync(join(root, "schema", "dist", "a.js"), "");
    writeFileSync(join(root, "api", "dist", "b.js"), "");
    await expect.poll(() => reported).toEqual([["api", "schema"]]);
  } finally {
    unwatch();
    rmSync(root, { recursive: true, force: true });
  }
});
