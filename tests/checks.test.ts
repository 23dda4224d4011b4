import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { countTests } from "./countTests.mjs";
import { generatedFiles } from "./generatedFiles.mjs";

describe("the count of a test run", () => {
  const file = (status: "passed" | "failed", ...tests: string[]) => ({
    status,
    assertionResults: tests.map((verdict) => ({ status: verdict })),
  });

  test("adds up passed and failed tests", () => {
    const testResults = [file("passed", "passed"), file("failed", "failed", "passed")];
    expect(countTests({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 1 });
  });

  test("counts a file that could not be loaded as a failure", () => {
    const testResults = [file("passed", "passed"), file("failed")];
    expect(countTests({ numPassedTests: 1, numFailedTests: 0, testResults })).toEqual({ passed: 1, failed: 1 });
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
      "web/graphql/generated/gql.ts",
      "web/graphql/generated/deep/a.ts",
    ];
    const others = ["web/graphql/client.ts", "node_modules/x/generated/a.ts", "web/dist/generated/a.js"];
    [...written, ...others].forEach(write);
    expect([...generatedFiles(root).keys()].toSorted()).toEqual([...written].toSorted());
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
