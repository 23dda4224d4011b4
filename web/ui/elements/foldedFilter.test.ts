import { expect, it } from "vitest";
import { foldedFilter } from "./foldedFilter.ts";

const options = ["Åland Islands", "Côte d’Ivoire", "Curaçao", "Türkiye", "Straße"].map((label) => ({
  value: label,
  label,
}));
const found = (search: string, limit = Infinity) =>
  foldedFilter({ options, search, limit }).map((option) => ("label" in option ? option.label : null));

it.each([
  [" cote ", ["Côte d’Ivoire"]],
  ["CÔTE", ["Côte d’Ivoire"]],
  ["curacao", ["Curaçao"]],
  ["turk", ["Türkiye"]],
  ["strasse", ["Straße"]],
  ["nowhere", []],
])("%j finds %j", (search, labels) => {
  expect(found(search)).toEqual(labels);
});

it("gives no more than the limit, and all without a search", () => {
  expect(found("", 2)).toEqual(["Åland Islands", "Côte d’Ivoire"]);
  expect(found("")).toHaveLength(options.length);
});

it("leaves groups whole", () => {
  const group = { group: "Islands", items: options.slice(0, 1) };
  expect(foldedFilter({ options: [group], search: "cote", limit: 5 })).toEqual([group]);
});
