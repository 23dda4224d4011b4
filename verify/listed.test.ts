import { expect, it } from "vitest";
import { listedFirst } from "./listed.ts";

const counts = new Map([
  ["Munchen (Altstadt)", { people: 2, all: 2 }],
  ["München", { people: 1, all: 9 }],
  ["Munchen (Lehel)", { people: 1, all: 1 }],
  ["", { people: 3, all: 3 }],
]);
const byField = new Map([
  ["city", counts],
  ["region", counts],
]);

it("adds up the districts and spellings of a city under the most frequent name, and of nothing else", () => {
  expect(listedFirst("city", byField, ({ people }) => people)).toEqual([
    { value: "Munchen", clicks: 4 },
    { value: "", clicks: 3 },
  ]);
  expect(listedFirst("city", byField, ({ all }) => all)[0]).toEqual({ value: "München", clicks: 12 });
  expect(listedFirst("region", byField, ({ people }) => people)).toHaveLength(4);
  expect(listedFirst("browser", byField, ({ people }) => people)).toEqual([]);
});
