import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";

// What the OpenAPI document has promised stays: clients of the last release go on working.

const current = join(import.meta.dirname, "../../schema/openapi/openapi.json");
const oasdiff = "github.com/oasdiff/oasdiff@v1.38.0";
const spectral = "@stoplight/spectral-cli@6.16.3";
const folder = mkdtempSync(join(tmpdir(), "hoplog-contract-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(program: string, missing: string, ...args: readonly string[]) {
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", () => reject(new Error(missing)));
    child.once("close", resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: output + errors };
}

function breaking(before: string, after: string) {
  return run(
    "go",
    "Go 1.24 is needed: https://go.dev/doc/install",
    "run",
    oasdiff,
    "breaking",
    before,
    after,
    "--fail-on",
    "ERR",
  );
}

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("the document breaks nothing of the last release's", async () => {
  const released = written("released.json", gunzipSync(readFileSync(join(import.meta.dirname, "released.json.gz"))));
  const { code, output } = await breaking(released, current);
  expect(code, output).toBe(0);
});

test("an operation less is found", async () => {
  const before = readFileSync(current, "utf8");
  const after = written("less.json", before.replace('"/api/tags/{id}"', '"/api/marks/{id}"'));
  const { code, output } = await breaking(current, after);
  expect(output).toContain("api-path-removed-without-deprecation");
  expect(code).not.toBe(0);
});

test("spectral finds nothing to mend", async () => {
  const ruleset = written("ruleset.yaml", 'extends: ["spectral:oas"]\n');
  const args = ["exec", "--yes", `--package=${spectral}`, "--", "spectral", "lint", current, "--ruleset", ruleset];
  const { code, output } = await run("npm", "npm is needed", ...args, "--fail-severity", "warn");
  expect(code, output).toBe(0);
});
