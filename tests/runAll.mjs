// Runs all checks; a failing step does not stop the others. Steps that don't need the whole machine run in parallel.
// The last line counts every test, and every other step as one check.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generatedFiles.mjs";
import { filesToRunAgain } from "./outcome/runAgain.mjs";
import { useMemoryFolder } from "./running/memoryFolder.ts";
import { finishTimes } from "./times/finish.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);
const memory = useMemoryFolder();
console.log(
  memory
    ? `Temporary files are in memory: ${memory}`
    : "Temporary files are on disk: there is too little memory for them",
);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const scratch = mkdtempSync(join(tmpdir(), "hoplog-run-all-"));
const minutes = 60_000;
/** Disables telemetry and update checks of tools. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const node = ["node"];
/** Options of steps that run in parallel with others. */
const beside = { together: true };
const results = [];
/** Name and duration in seconds of every command. */
const steps = [];
/** Folder for measured times of tests. */
const times = join(scratch, "times");
mkdirSync(times);
/** Files whose tests failed among the others but passed when run separately. */
const unstable = [];

await step("build", [...node, "stack/tasks/build.mjs"]);
const before = generatedFiles(root);
await step("generate", ["npm", "run", "--silent", "generate"]);
note("generated files are up to date", drift(before, generatedFiles(root)));
const template = join(scratch, "template");
await step("data for stacks to start on", [
  ...node,
  "--conditions=hoplog-source",
  "tests/running/makeTemplate.ts",
  template,
]);
process.env.STACK_TEMPLATE = template;
// These steps run in parallel with the first tests, which don't depend on timing: API calls mostly wait, and the check
// of the sources uses one core.
const others = [calls(), sources()];
await tests();
await Promise.all(others);

console.log(`\n${finishTimes(root, times, steps)}\n`);
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

/** Checks that only read the sources. */
async function sources() {
  await step("types", [bin("tsc"), "-b"], beside);
  await step("types of tests", [bin("tsc"), "-p", "tests"], beside);
  await step("types of web", [bin("tsc"), "-p", "web"], beside);
  await step("lint", ["npm", "run", "--silent", "lint"], beside);
  await step("format", ["npm", "run", "--silent", "format:check"], beside);
  await step("OpenAPI document", [bin("redocly"), "lint", "schema/openapi/openapi.json"], beside);
  await step("licences", [...node, "stack/tasks/licences.mjs"], beside);
}

async function calls() {
  if (!process.env.SCHEMATHESIS) {
    console.log("\nNot run without SCHEMATHESIS: calls made from the OpenAPI document (make test-openapi)");
    return;
  }
  const config = ["--config", "tests/openapi/vitest.config.ts"];
  const command = [...node, "node_modules/vitest/vitest.mjs", "run", ...config];
  await step("calls made from the OpenAPI document", command, { ...beside, limit: 10 * minutes });
}

async function step(name, command, { limit = 5 * minutes, ...how } = {}) {
  const { status, took } = await run(name, command, limit, how);
  results.push({ name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, took });
}

function note(name, problems) {
  for (const problem of problems) console.error(problem);
  results.push({ name, passed: problems.length === 0 ? 1 : 0, failed: problems.length === 0 ? 0 : 1, took: "" });
}

async function tests() {
  const measured = [`--reporter=${join(root, "tests/times/reporter.ts")}`];
  const all = await vitest("tests", measured, 80 * minutes, { TEST_TIMES: times });
  const again = filesToRunAgain(all);
  if (again.length > 0) {
    const limit = Math.min(5 + 5 * again.length, 30) * minutes;
    const alone = await vitest("failed tests, alone", ["--maxWorkers=1", ...again], limit);
    if (alone.failed === 0) {
      unstable.push(...again);
      all.passed += all.failed;
      all.failed = 0;
    }
  }
  results.push({ name: "tests", passed: all.passed, failed: all.failed, took: all.took });
}

/**
 * Runs Vitest; a non-zero exit code without a failed test, such as after an error between tests, counts as a failure.
 */
async function vitest(name, args, limit, env = {}) {
  const written = join(scratch, "outcome.json");
  rmSync(written, { force: true });
  const command = [...node, "node_modules/vitest/vitest.mjs", "run", "--reporter=default"];
  const reporter = `--reporter=${join(root, "tests/outcome/reporter.mjs")}`;
  const { status, took } = await run(name, [...command, reporter, ...args], limit, {
    env: { ...env, TEST_OUTCOME: written },
  });
  let outcome = { passed: 0, failed: 0, files: [], errors: 0 };
  try {
    outcome = JSON.parse(readFileSync(written, "utf8"));
  } catch (error) {
    console.error(`No test report: ${error.message}`);
  }
  if (status !== 0 && outcome.failed === 0) outcome.failed = 1;
  return { ...outcome, took };
}

/**
 * Runs a command and shows its output, at the end if `together`; a step that takes longer than `limit` milliseconds is
 * ended.
 */
function run(name, [program, ...args], limit, { env = {}, together = false } = {}) {
  const title = `\n== ${name}`;
  if (!together) console.log(title);
  const startedAt = Date.now();
  const path = `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`;
  return new Promise((resolve) => {
    const whole = { ...process.env, PATH: path, ...quiet, ...env };
    const stdio = together ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(program, args, { cwd: root, stdio, env: whole });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    const timer = setTimeout(() => {
      console.error(`${name} took more than ${limit / minutes} minutes`);
      child.kill("SIGTERM");
      setTimeout(() => {
        child.kill("SIGKILL");
        // Descendants may still hold the pipes open.
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, 20_000).unref();
    }, limit);
    const done = (status) => {
      clearTimeout(timer);
      if (together) console.log(`${title}\n${output}`);
      const seconds = (Date.now() - startedAt) / 1000;
      steps.push({ name, seconds });
      resolve({ status, took: `${seconds.toFixed(1)} s` });
    };
    child.once("error", (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      done(1);
    });
    // "close" follows the end of the output.
    child.once(together ? "close" : "exit", (code) => done(code ?? 1));
  });
}

function drift(old, now) {
  const paths = new Set([...old.keys(), ...now.keys()]);
  return [...paths]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => `${path} was out of date: commit what "make generate" writes`);
}
