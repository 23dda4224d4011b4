import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

/** Libraries that only some settings need. Loading one at every start takes up to 100 ms. */
const ofSettings: ReadonlySet<string> = new Set(["kafkajs", "ioredis", "nodemailer", "postmark"]);

/** Entry points of processes and threads. */
const starts = [
  "api/boot/main.ts",
  "ingest/boot/main.ts",
  "redirector/boot/runRedirector.ts",
  "redirector/replica/feedThread.ts",
  "redirector/spool/shipperThread.ts",
  "stack/boot/up.ts",
];

/** Returns the imports that are loaded before the file runs: neither types nor dynamic imports. */
function loadedBy(file: string): string[] {
  const { module } = parseSync(file, readFileSync(path.join(repositoryRoot, file), "utf8"));
  return [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
    ),
  ];
}

/** Returns the project's file that an import refers to; undefined for third-party packages. */
function fileOf(source: string, from: string): string | undefined {
  if (source.startsWith(".")) return path.join(path.dirname(from), source);
  if (source.startsWith("@hoplog/")) return source.replace("@hoplog/", "").replace(/\.js$/, ".ts");
  return undefined;
}

test.each(starts)("%s loads no library that only some settings need", (start) => {
  const files = new Set([start]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const source of loadedBy(file)) {
      const own = fileOf(source, file);
      if (own === undefined) packages.add(source);
      else if (existsSync(path.join(repositoryRoot, own))) files.add(own);
      else throw new Error(`${file} imports ${source}, which is not there`);
    }
  }
  // Every entry point uses zod, so its absence would mean that the imports were not followed.
  expect(packages).toContain("zod");
  expect([...packages].filter((name) => ofSettings.has(name))).toEqual([]);
});
