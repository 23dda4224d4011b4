import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

const api = path.join(repositoryRoot, "api");
const ofFeatures = (name: string) =>
  readdirSync(api, { recursive: true, encoding: "utf8" }).filter(
    (file) => path.basename(file) === name && !/^(kernel|dist|node_modules)\//.test(file),
  );
const read = (file: string) => readFileSync(path.join(api, file), "utf8");

test("boot lists every feature of the api", () => {
  const listed = read("boot/features.ts");
  const features = ofFeatures("feature.ts");
  expect(features.length).toBeGreaterThan(5);
  for (const file of features) expect(listed).toContain(`"../${file}"`);
});

test.each(["resolvers.ts", "rest.ts", "answers.ts"])("a feature offers its %s", (name) => {
  for (const file of ofFeatures(name))
    expect(read(path.join(path.dirname(file), "feature.ts"))).toContain(`"./${name}"`);
});

test("each class of resolvers is in its feature's list", () => {
  const folders = new Set(ofFeatures("feature.ts").map((file) => path.dirname(file)));
  let known = 0;
  for (const folder of folders) {
    const sources = readdirSync(path.join(api, folder)).filter((name) => /(?<!\.test)\.ts$/.test(name));
    const classes = sources.flatMap((name) =>
      Array.from(
        read(path.join(folder, name)).matchAll(/^@Resolver\(.*\)\nexport class (\w+)/gm),
        ([, found = ""]) => found,
      ),
    );
    const feature = read(path.join(folder, "feature.ts"));
    const offered = (/resolvers: \[([^\]]*)\]/.exec(feature)?.[1]?.split(/,\s*/) ?? [])
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("..."));
    expect(offered.toSorted(), folder).toEqual(classes.toSorted());
    known += classes.length;
  }
  expect(known).toBeGreaterThan(0);
});
