import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compareAssertions } from "./assertions.ts";

// Prints how the numbers of tests and assertions have changed since a commit, by folder:
// node tests/outcome/compare.ts COMMIT
const root = fileURLToPath(new URL("../..", import.meta.url));
const [since] = process.argv.slice(2);
if (!since) throw new Error("No commit given. Usage: node tests/outcome/compare.ts COMMIT");

const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 100_000_000 });
const isTest = (path: string): boolean =>
  /\.tsx?$/.test(path) && /\.test\.tsx?$|(?:^|\/)(?:tests|testing)\//.test(path);
const read = (paths: string, text: (path: string) => string): Map<string, string> =>
  new Map(
    paths
      .split("\n")
      .filter(isTest)
      .map((path) => [path, text(path)]),
  );

const before = read(git("ls-tree", "-r", "--name-only", since), (path) => git("show", `${since}:${path}`));
const now = read(git("ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"), (path) =>
  existsSync(`${root}/${path}`) ? readFileSync(`${root}/${path}`, "utf8") : "",
);
for (const [folder, old, current] of compareAssertions(before, now)) {
  const change = (from: number, to: number): string => `${from} -> ${to}`.padStart(16);
  console.log(
    `${folder.padEnd(36)} tests ${change(old.tests, current.tests)}  assertions ${change(old.assertions, current.assertions)}`,
  );
}
