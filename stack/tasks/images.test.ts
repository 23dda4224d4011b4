import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../root.ts";
import { importsOf } from "./imports.mjs";

test("no program imports a folder that images leave out", () => {
  const dockerfile = readFileSync(join(repositoryRoot, "Dockerfile"), "utf8");
  const [, removal = ""] = /^ && find (\S+ -depth .+) -exec rm/m.exec(dockerfile) ?? [];
  const removed = Array.from(removal.matchAll(/-name '?([\w*.]+)/g), ([, name = ""]) => name);
  expect(removed).toContain("testing");
  const isRemoved = (module: string) => module.split("/").some((part) => removed.includes(part));
  const imports = ["schema", "platform", "api", "verify", "redirector", "ingest"].flatMap((workspace) =>
    importsOf(repositoryRoot, workspace),
  );
  expect(imports.length).toBeGreaterThan(5000);
  expect(
    imports.filter(({ file, target, isForTests }) => !isForTests && !isRemoved(file) && isRemoved(target)),
  ).toEqual([]);
});
