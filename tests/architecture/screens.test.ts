import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";
import { screens } from "../browser/screens.ts";

const tests = path.join(repositoryRoot, "tests");
const sources = readdirSync(tests, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
  .map((file) => readFileSync(path.join(tests, file), "utf8"));

/** Names of inspected screens, from calls of `inspect` and from tables of pages. */
const names = sources.flatMap((source) =>
  [...source.matchAll(/\binspect\([\w.]+, "([\w-]+)"\)|^ {2}\["([\w-]+)", "\/.*"\],$/gm)].map(
    ([, called = "", listed = ""]) => called || listed,
  ),
);

test("each screen is inspected by exactly one journey, in every appearance at once", () => {
  expect(screens.length).toBeGreaterThan(100);
  expect(names.toSorted()).toEqual(screens.toSorted());
});
