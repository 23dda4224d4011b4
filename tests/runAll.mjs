// Everything that must hold, one step after the other: a step that fails doesn't keep the others from being run.
// The last line counts: every test, and every other step as one check.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generatedFiles.mjs";
import { filesToRunAgain } from "./outcome/runAgain.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);
const scratch = mkdtempSync(join(tmpdir(), "hoplog-run-all-"));
const minutes = 60_000;
/** For tools that would tell their makers of each run, or look for a newer version. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const node = ["node"];
const before = generatedFiles(root);
const results = [];
/** Files whose tests failed among the others and passed alone. */
const unstable = [];

await step("build", [...node, "stack/tasks/build.mjs"]);
await step("generate", ["npm", "run", "--silent", "generate"]);
note("generated files are up to date", drift(before, generatedFiles(root)));
await step("types of tests", [bin("tsc"), "-p", "tests"]);
await step("types of web", [bin("tsc"), "-p", "web"]);
await step("lint", ["npm", "run", "--silent", "lint"]);
await step("format", ["npm", "run", "--silent", "format:check"]);
await step("OpenAPI document", [bin("redocly"), "lint", "schema/openapi/openapi.json"]);
await step("licences", [...node, "stack/tasks/licences.mjs"]);
await tests();
if (process.env.SCHEMATHESIS) {
  const config = ["--config", "tests/openapi/vitest.config.ts"];
  await step("calls made from the OpenAPI document", [...node, "node_modules/vitest/vitest.mjs", "run", ...config]);
} else console.log("\nNot run without SCHEMATHESIS: calls made from the OpenAPI document (make test-openapi)");

for (const { name, passed, failed, took } of results) {
  const verdict = failed === 0 ? "ok" : "FAILED";
  console.log(
    `${verdict.padEnd(7)} ${name.padEnd(32)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${took}`,
  );
}
for (const file of unstable)
  console.log(`UNSTABLE ${relative(root, file)}: failed among the others, passed alone: mend it`);
rmSync(scratch, { recursive: true, force: true });
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);

async function step(name, command) {
  const { status, took } = await run(name, command, 5 * minutes);
  results.push({ name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, took });
}

function note(name, problems) {
  for (const problem of problems) console.error(problem);
  results.push({ name, passed: problems.length === 0 ? 1 : 0, failed: problems.length === 0 ? 0 : 1, took: "" });
}

async function tests() {
  const all = await vitest("tests", [], 75 * minutes);
  const again = filesToRunAgain(all);
  if (again.length > 0) {
    const alone = await vitest("failed tests, alone", ["--maxWorkers=1", ...again], 10 * minutes);
    if (alone.failed === 0) {
      unstable.push(...again);
      all.passed += all.failed;
      all.failed = 0;
    }
  }
  results.push({ name: "tests", passed: all.passed, failed: all.failed, took: all.took });
}

/** A run of Vitest; one that ends badly with no failed test, such as by an error between tests, has failed all the same. */
async function vitest(name, args, limit) {
  const written = join(scratch, "outcome.json");
  rmSync(written, { force: true });
  const command = [...node, "node_modules/vitest/vitest.mjs", "run", "--reporter=default"];
  const reporter = `--reporter=${join(root, "tests/outcome/reporter.mjs")}`;
  const { status, took } = await run(name, [...command, reporter, ...args], limit, { TEST_OUTCOME: written });
  let outcome = { passed: 0, failed: 0, files: [], errors: 0 };
  try {
    outcome = JSON.parse(readFileSync(written, "utf8"));
  } catch (error) {
    console.error(`No test report: ${error.message}`);
  }
  if (status !== 0 && outcome.failed === 0) outcome.failed = 1;
  return { ...outcome, took };
}

/** Runs a command with its output shown; a step that takes longer than `limit` milliseconds is ended. */
function run(name, [program, ...args], limit, env = {}) {
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const path = `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`;
  return new Promise((resolve) => {
    const whole = { ...process.env, PATH: path, ...quiet, ...env };
    const child = spawn(program, args, { cwd: root, stdio: "inherit", env: whole });
    const timer = setTimeout(() => {
      console.error(`${name} took more than ${limit / minutes} minutes`);
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 20_000).unref();
    }, limit);
    const done = (status) => {
      clearTimeout(timer);
      resolve({ status, took: `${((Date.now() - startedAt) / 1000).toFixed(1)} s` });
    };
    child.once("error", (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      done(1);
    });
    child.once("exit", (code) => done(code ?? 1));
  });
}

function drift(old, now) {
  const paths = new Set([...old.keys(), ...now.keys()]);
  return [...paths]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => `${path} was out of date: commit what "make generate" writes`);
}
