import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dimensions } from "./dimensions.ts";

const analystsView = readFileSync(new URL("../clickhouse/analytics/clicks.sql", import.meta.url), "utf8");

it.each(dimensions)("analysts have the column of $name", ({ name }) => {
  expect(analystsView).toMatch(new RegExp(String.raw`\bclicks\.${name} AS \w+`));
});
