import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

const tests = path.join(repositoryRoot, "tests");
/** The test files that use the shared stack, each with the accounts that it opens there. */
const users = readdirSync(tests, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
  .map((file) => readFileSync(path.join(tests, file), "utf8"))
  .filter((source) => source.includes("await shareBrowserStack()"))
  .map((source) => [...new Set([...source.matchAll(/"([\w.-]+@example\.com)"/g)].map(([, email]) => email))]);

test("no two files that share a stack share an account", () => {
  expect(users.length).toBeGreaterThan(10);
  const all = users.flat();
  expect(all.filter((email, at) => all.indexOf(email) !== at)).toEqual([]);
});
