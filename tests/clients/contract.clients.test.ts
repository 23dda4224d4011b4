import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

// The OpenAPI document stays compatible with the last release, so that existing clients keep working.

const current = join(import.meta.dirname, "../../schema/openapi/openapi.json");
const oasdiff = "github.com/oasdiff/oasdiff@v1.38.0";
const spectral = "@stoplight/spectral-cli@6.16.3";
const folder = mkdtempSync(join(tmpdir(), "hoplog-contract-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Intended changes, each with its reason. */
const accepted = join(import.meta.dirname, "accepted.txt");

const breaking = (before: string, after: string) =>
  run(folder, "go", ["run", oasdiff, "breaking", before, after, "--fail-on", "ERR", "--err-ignore", accepted]);

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("the document breaks nothing of the last release but what accepted.txt lists", async () => {
  const released = gunzipSync(readFileSync(join(import.meta.dirname, "released.json.gz"))).toString();
  const { code, output, errors } = await breaking(written("released.json", released), current);
  expect(code, output + errors).toBe(0);
});

test("an operation less is found", async () => {
  const before = readFileSync(current, "utf8");
  const after = written("less.json", before.replace('"/api/tags/{id}"', '"/api/marks/{id}"'));
  const { code, output, errors } = await breaking(current, after);
  expect(output + errors).toContain("api-path-removed-without-deprecation");
  expect(code).not.toBe(0);
});

test("spectral finds nothing to mend", async () => {
  // This rule is for OpenAPI 3.0: since 3.1 a bearer scheme may also list the required scopes.
  const rules = "rules:\n  oas3-operation-security-defined: off\n";
  const ruleset = written("ruleset.yaml", `extends: ["spectral:oas"]\n${rules}`);
  const args = ["exec", "--yes", `--package=${spectral}`, "--", "spectral", "lint", current, "--ruleset", ruleset];
  const { code, output, errors } = await run(folder, "npm", [...args, "--fail-severity", "warn"]);
  expect(code, output + errors).toBe(0);
});
