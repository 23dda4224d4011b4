import { existsSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";
import { choose } from "./choose.ts";
import { readers, readersOf } from "./readAtRunTime.ts";

const candidate = (file: string, duration?: number, project = "api") => ({ file, duration, project });
const names = (files: readonly { file: string }[]) => files.map(({ file }) => file);

test("what has changed itself comes first, then its neighbours, then the quickest", () => {
  const files = [
    candidate("api/far/slow.test.ts", 400),
    candidate("api/far/quick.test.ts", 100),
    candidate("api/links/beside.test.ts", 900),
    candidate("api/links/changed.test.ts", 1_000),
  ];
  const { chosen, left } = choose(files, ["api/links/core/link.ts", "api/links/changed.test.ts"], 10_000);
  expect(names(chosen)).toEqual([
    "api/links/changed.test.ts",
    "api/links/beside.test.ts",
    "api/far/quick.test.ts",
    "api/far/slow.test.ts",
  ]);
  expect(left).toEqual([]);
});

test("what does not fit is left, and what is smaller still runs", () => {
  const files = [candidate("a/near.test.ts", 900), candidate("b/x.test.ts", 50), candidate("b/y.test.ts", 60)];
  const { chosen, left } = choose(files, ["a/a.ts"], 955);
  expect(names(chosen)).toEqual(["a/near.test.ts", "b/x.test.ts"]);
  expect(names(left)).toEqual(["b/y.test.ts"]);
});

test("what never ran is taken to be quick, unless it starts a whole stack", () => {
  const files = [candidate("tests/lifecycle/l.test.ts", undefined, "tests"), candidate("api/a.test.ts")];
  expect(names(choose(files, [], 10_000).chosen)).toEqual(["api/a.test.ts"]);
});

test("files that are read at run time lead to modules that exist", () => {
  expect(readersOf(["schema/clickhouse/base/1_clicks.sql", "api/links/core/link.ts"])).toEqual([
    "platform/clickhouse/migrate.ts",
  ]);
  const missing = readers.map(([, reader]) => reader).filter((reader) => !existsSync(join(repositoryRoot, reader)));
  expect(missing).toEqual([]);
});
