import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

/**
 * Workspaces whose Postgres statements are checked. The redirector has only two queries and does not use the SQL
 * template.
 */
const workspaces = ["api", "platform", "ingest", "verify"];
const files = execFileSync("git", ["ls-files", ...workspaces.map((name) => `${name}/**.ts`)], {
  cwd: repositoryRoot,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !/\.test\.ts$|\/testing\/|\/migrations\/|^platform\/clickhouse\//.test(file));

/** A numbered placeholder such as `$1` after SQL syntax or before a cast. */
const placeholder = /(?:[=<>(,]|\b(?:AND|ANY|LIMIT|OFFSET|VALUES|SELECT|FROM))\s*\(?\$\d|\$\d::\w/;

test("values stand in the statements of Postgres, not beside them", () => {
  expect(files.length).toBeGreaterThan(500);
  const numbered = files.filter((file) => placeholder.test(readFileSync(path.join(repositoryRoot, file), "utf8")));
  expect(numbered).toEqual([]);
});
