import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

const api = path.join(repositoryRoot, "api");
const read = (file: string) => readFileSync(path.join(api, file), "utf8");
const files = readdirSync(api, { recursive: true, encoding: "utf8" }).filter(
  (file) => /(?<!\.test)\.ts$/.test(file) && !/^(kernel|testing|boot|dist|node_modules)\//.test(file),
);
/** The files that declare features: `feature.ts`, or `operations.ts` if a feature has little else. */
const declared = files.filter((file) => /^export const \w+: (Running)?Feature</m.test(read(file)));
const featuresIn = (folder: string) => declared.filter((file) => path.dirname(file) === folder);

test("boot lists every feature of the api", () => {
  const listed = read("boot/features.ts");
  expect(declared.length).toBeGreaterThan(5);
  for (const file of declared) expect(listed).toContain(`"../${file}"`);
});

test.each(["resolvers.ts", "rest.ts", "answers.ts"])("a feature offers its %s", (name) => {
  for (const file of files.filter((one) => path.basename(one) === name))
    expect(featuresIn(path.dirname(file)).map(read).join("\n"), file).toContain(`"./${name}"`);
});

test("features declare what they offer by the contract, not by decorated classes", () => {
  const decorated = files.filter((file) => /^\s*@[A-Z]\w*\(/m.test(read(file)));
  expect(decorated).toEqual([]);
});
