import { spawn, spawnSync } from "node:child_process";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest } from "vitest/node";
import { useMemoryFolder } from "../running/memoryFolder.ts";
import { choose } from "./choose.ts";
import { readersOf } from "./readAtRunTime.ts";

// make test-changed: checks types and lint, and runs the tests that changes since SINCE may break, within two minutes.
const root = fileURLToPath(new URL("../..", import.meta.url));
const since = process.env.SINCE || "HEAD";
/** Total milliseconds for the chosen tests, based on their last durations. */
const budget = 90_000;

useMemoryFolder();
const changed = changedFiles();
if (changed.length === 0) say(`Nothing has changed since ${since}; SINCE=origin/main looks further back`);
else {
  const sources = changed.filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file));
  const checks = await Promise.all([
    check("types", ["tsc", "-b"]),
    check("lint", ["oxlint", "--type-aware", "--deny-warnings", ...sources]),
  ]);
  const passed = await runTests();
  process.exitCode = passed && checks.every(Boolean) ? 0 : 1;
}

/** Returns changed and new files as paths below the root, without deleted ones. */
function changedFiles(): string[] {
  const changes = git("diff", "-z", "--name-only", "--diff-filter=d", since);
  return [...new Set([...changes, ...git("ls-files", "-z", "--others", "--exclude-standard")])];
}

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.split("\0").filter((path) => path !== "");
}

function check(name: string, [program = "", ...args]: string[]): Promise<boolean> {
  const child = spawn(join(root, "node_modules", ".bin", program), args, { cwd: root, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      say(`${code === 0 ? "ok    " : "FAILED"} ${name}`);
      resolve(code === 0);
    });
  });
}

async function runTests(): Promise<boolean> {
  const related = [...changed, ...readersOf(changed)].map((file) => join(root, file));
  const vitest = await createVitest("test", { root, watch: false, related });
  try {
    await vitest.standalone();
    const specifications = await vitest.getRelevantTestSpecifications();
    const candidates = specifications.map((specification) => ({
      specification,
      file: relative(root, specification.moduleId),
      project: specification.project.name,
      duration: vitest.cache.getTestSpecificationResult(specification)?.duration,
    }));
    const { chosen, left } = choose(candidates, changed, budget);
    const result = await vitest.runTestSpecifications(chosen.map(({ specification }) => specification));
    const passed = result.unhandledErrors.length === 0 && result.testModules.every((module) => module.ok());
    say(
      `${passed ? "ok    " : "FAILED"} ${chosen.length} of the ${candidates.length} test files that the changes reach`,
    );
    if (left.length > 0) say(`Not run within two minutes (make test does): ${listed(left.map(({ file }) => file))}`);
    return passed;
  } finally {
    await vitest.close();
  }
}

function listed(files: readonly string[]): string {
  const shown = files.slice(0, 20).map((file) => `\n  ${file}`);
  return shown.join("") + (files.length > shown.length ? `\n  and ${files.length - shown.length} more` : "");
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
