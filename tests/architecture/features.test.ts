import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

const api = path.join(repositoryRoot, "api");
const read = (file: string) => readFileSync(path.join(api, file), "utf8");
const files = readdirSync(api, { recursive: true, encoding: "utf8" }).filter(
  (file) => /(?<!\.test)\.ts$/.test(file) && !/^(kernel|testing|boot|dist|node_modules)\//.test(file),
);
/** The files that declare features: `feature.ts`, or `operations.ts` where a feature has little else. */
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

test("each class of resolvers is in its feature's list", () => {
  let known = 0;
  for (const folder of new Set(declared.map((file) => path.dirname(file)))) {
    const sources = files.filter((file) => path.dirname(file) === folder).map(read);
    const classes = sources.flatMap((source) =>
      Array.from(source.matchAll(/^@Resolver\(.*\)\n(?:export )?class (\w+)/gm), ([, found = ""]) => found),
    );
    const features = featuresIn(folder).map(read).join("\n");
    const offered = (/resolvers: \[([^\]]*)\]/.exec(features)?.[1]?.split(/,\s*/) ?? [])
      .map((name) => name.trim())
      // What the contract makes of declarations is in lower case.
      .filter((name) => /^[A-Z]\w*$/.test(name));
    expect(offered.toSorted(), folder).toEqual(classes.toSorted());
    known += classes.length;
  }
  expect(known).toBeGreaterThan(0);
});
