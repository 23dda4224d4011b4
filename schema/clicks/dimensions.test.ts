import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dimensionColumns } from "./dimensions.ts";

const analystsView = readFileSync(new URL("../clickhouse/analytics/clicks.sql", import.meta.url), "utf8");

it.each(dimensionColumns)("analysts have the column of %s", (name) => {
  expect(analystsView).toMatch(new RegExp(String.raw`\bclicks\.${name} AS \w+`));
});
