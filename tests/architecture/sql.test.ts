import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

/** Where SQL of Postgres stands; the redirector, which asks two questions, has no template. */
const workspaces = ["api", "platform", "ingest", "verify"];
const files = execFileSync("git", ["ls-files", ...workspaces.map((name) => `${name}/**.ts`)], {
  cwd: repositoryRoot,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !/\.test\.ts$|\/testing\/|\/migrations\/|^platform\/clickhouse\//.test(file));

/** A value's place as the drivers number it: behind what only stands in SQL, or before a cast. */
const placeholder = /(?:[=<>(,]|\b(?:AND|ANY|LIMIT|OFFSET|VALUES|SELECT|FROM))\s*\(?\$\d|\$\d::\w/;

test("values stand in the statements of Postgres, not beside them", () => {
  expect(files.length).toBeGreaterThan(500);
  const numbered = files.filter((file) => placeholder.test(readFileSync(path.join(repositoryRoot, file), "utf8")));
  expect(numbered).toEqual([]);
});
