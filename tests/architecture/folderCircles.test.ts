import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, onTestFinished, test } from "vitest";

/** Runs the check of cyclic folders from `npm run lint` on a repository with these files. */
function check(files: Readonly<Record<string, string>>): { failed: boolean; text: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-folders-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const all = { "package.json": JSON.stringify({ workspaces: ["stack", "platform"] }), ...files };
  for (const [file, text] of Object.entries(all)) {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  const script = path.join(repositoryRoot, "stack", "tasks", "checkArrows.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
  return { failed: status !== 0, text: stdout + stderr };
}

const decorated = "@thing class A { @part() b!: string; }\nexport { A };\n";

test.each([
  ["a circle of two", { "stack/a/one.ts": `import "../b/two.ts";`, "stack/b/three.ts": `import "../a/four.ts";` }],
  [
    "a circle of types",
    {
      "stack/a/one.ts": `import type { T } from "../b/two.ts";\nexport type U = T;`,
      "stack/b/three.ts": `export type { V } from "../a/four.ts";`,
    },
  ],
  [
    "a folder and one below it",
    { "stack/a/one.ts": `import "./b/two.ts";`, "stack/a/b/three.ts": `import "../four.ts";` },
  ],
  [
    "a circle of three, by way of what is loaded late and handed on",
    {
      "stack/a/one.tsx": `export * from "../b/two.ts";`,
      "stack/b/three.ts": `${decorated}await import("../c/four.ts");`,
      "stack/c/five.mjs": `import a from "../a/six.ts";\nexport default a;`,
    },
  ],
])("%s fails", (_, files) => {
  const { failed, text } = check(files);
  expect(text).toContain("stack: folders that import each other in a circle: a, ");
  for (const file of Object.keys(files)) expect(text).toContain(`${file} imports`);
  expect(failed).toBe(true);
});

test("a circle of files in one folder fails, of types too", () => {
  const { failed, text } = check({
    "stack/a/one.ts": `import { b } from "./two.ts";`,
    "stack/a/two.ts": `import type { A } from "./one.ts";`,
  });
  expect(text.split("\n", 1)).toEqual(["stack: files that import each other in a circle: a/one.ts, a/two.ts"]);
  expect(text).toContain("stack/a/two.ts imports ./one.ts");
  expect(failed).toBe(true);
});

test("names every circle, and nothing else", () => {
  const { text } = check({
    "stack/a/one.ts": `import "../b/two.ts";`,
    "stack/b/one.ts": `import "../a/two.ts"; import "../free/one.ts";`,
    "platform/x/one.ts": `import "../y/two.ts";`,
    "platform/y/one.ts": `import "../x/two.ts";`,
  });
  expect(text.split("\n").filter((line) => line.includes("circle"))).toEqual([
    "stack: folders that import each other in a circle: a, b",
    "platform: folders that import each other in a circle: x, y",
  ]);
  expect(text).not.toContain("free");
});

test("arrows of one direction, tests and what they use, and other packages pass", () => {
  const { failed, text } = check({
    "stack/a/one.ts": `import "../b/one.ts"; import "./two.ts"; import "../b/c/one.ts";`,
    "stack/a/two.ts": `import "../b/one.ts";`,
    "stack/b/one.ts": `import "node:fs"; import "@hoplog/platform/a/one.js";`,
    "stack/b/one.test.ts": `import "../a/one.ts";`,
    "stack/b/testing/all.ts": `import "../../a/one.ts";`,
    "stack/dist/b/one.mjs": `import "../a/one.mjs";`,
  });
  expect(text).toBe("");
  expect(failed).toBe(false);
});
