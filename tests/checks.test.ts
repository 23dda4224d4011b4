import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generatedFiles } from "./generatedFiles.mjs";
import { compareAssertions } from "./outcome/assertions.ts";
import { countTests } from "./outcome/countTests.mjs";
import { fileOfDeadWorker, filesToRunAgain } from "./outcome/runAgain.mjs";

describe("the count of a test run", () => {
  const file = (ok: boolean, ...states: string[]) => ({
    ok: () => ok,
    children: { allTests: () => states.map((state) => ({ result: () => ({ state }) })) },
  });

  test("adds up passed and failed tests", () => {
    const modules = [file(true, "passed", "skipped"), file(false, "failed", "passed")];
    expect(countTests(modules)).toEqual({ passed: 2, failed: 1 });
  });

  test("counts a file that could not be loaded as a failure", () => {
    expect(countTests([file(true, "passed"), file(false)])).toEqual({ passed: 1, failed: 1 });
  });
});

test("what tests prove is compared by folder", () => {
  const one = 'test("a", () => { expect(1).toBe(1); });\n';
  const two = `${one}it.each([1])("b", async () => { await expect.poll(() => 1).toBe(1); await page.waitFor(); });\n`;
  const before = new Map([
    ["api/a.test.ts", two],
    ["api/links/b.test.ts", one],
  ]);
  const now = new Map([
    ["api/a.test.ts", one],
    ["api/links/c.test.ts", one],
  ]);
  expect(compareAssertions(before, now)).toEqual([
    ["api", { tests: 2, assertions: 3 }, { tests: 1, assertions: 1 }],
    ["all", { tests: 3, assertions: 4 }, { tests: 2, assertions: 2 }],
  ]);
});

describe("failed files run once more", () => {
  const again = (files: string[], errors = 0) => filesToRunAgain({ files, errors });

  test("when there are few", () => {
    expect(again(["tests/journeys/a.test.ts", "api/b.test.ts"])).toHaveLength(2);
    expect(again([])).toEqual([]);
    expect(again(["a.test.ts", "b.test.ts", "c.test.ts", "d.test.ts"])).toEqual([]);
  });

  test("but never after a lost or doubled click, nor after an error between tests", () => {
    expect(again(["/tmp/x/tests/faults/exactlyOnce.test.ts"])).toEqual([]);
    expect(again(["a.test.ts", "/tmp/x/tests/faults/exactlyOnce.cluster.test.ts"])).toEqual([]);
    expect(again(["a.test.ts"], 1)).toEqual([]);
  });

  test("also one whose worker died, which Vitest reports as an error between tests", () => {
    const died =
      "Worker exited unexpectedly with signal SIGTRAP during started state while running test file /x/a.test.ts";
    const message = "[vitest-pool]: Worker forks emitted error.";
    expect(fileOfDeadWorker(new Error(message, { cause: new Error(died) }))).toBe("/x/a.test.ts");
    expect(fileOfDeadWorker(new Error(message, { cause: new Error("write EPIPE") }))).toBeNull();
    expect(fileOfDeadWorker(new Error(died))).toBeNull();
  });
});

test("generated files are what the api emits and what lies in folders called generated", () => {
  const root = mkdtempSync(join(tmpdir(), "hoplog-generated-"));
  try {
    const write = (path: string) => {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), path);
    };
    const written = [
      "schema/graphql/schema.graphql",
      "schema/graphql/operations.json",
      "schema/openapi/openapi.json",
      "web/core/graphql/generated/gql.ts",
      "web/graphql/generated/deep/a.ts",
    ];
    const others = ["web/core/graphql/client.ts", "node_modules/x/generated/a.ts", "web/dist/generated/a.js"];
    [...written, ...others].forEach(write);
    expect([...generatedFiles(root).keys()].toSorted()).toEqual([...written].toSorted());
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
