import { describe, expect, it } from "vitest";
import { limits } from "../limits.ts";
import { checkedFilters, filterTexts, parseFilterTexts } from "./filters.ts";

describe("filters as text", () => {
  it("hold several values of a field, whatever is in them", () => {
    const filters = [
      { field: "country", op: "is", values: ["DE", "FR", ""] },
      { field: "referrer", op: "contains", values: ["a:b,c", "x&y=1"] },
      { field: "rule", op: "isNot", values: ["0"] },
    ] as const;
    expect(parseFilterTexts(filterTexts(filters))).toEqual(filters);
  });

  it("hold a list where a comma is no part of a value", () => {
    expect(parseFilterTexts(["country:is:DE,at,", "city:is:Washington, D.C.", "rule:isNot:1,2"])).toEqual([
      { field: "country", op: "is", values: ["DE", "AT", ""] },
      { field: "city", op: "is", values: ["Washington, D.C."] },
      { field: "rule", op: "isNot", values: ["1", "2"] },
    ]);
  });

  it("become one for a field and an operation, with each value once", () => {
    expect(parseFilterTexts(["country:is:DE", "os:is:Linux", "country:is:FR", "country:is:DE"])).toEqual([
      { field: "country", op: "is", values: ["DE", "FR"] },
      { field: "os", op: "is", values: ["Linux"] },
    ]);
  });

  it.each([
    "",
    "country",
    "country:DE",
    "planet:is:Mars",
    "country:like:DE",
    "constructor:is:x",
    "country:is:Germany",
    "country:is:DE;AT",
    "rule:is:one",
    "rule:is:1,two",
    "rule:is:99999999999",
    "rule:is:4294967296",
    "rule:contains:1",
    "city:contains:",
    "source:contains:Face",
    "link:is:7",
    "link:is:",
    "group:is:first",
    "domain:contains:go",
    "link:contains:01a20d8d-21c2-7667-b20b-8083de314f86",
    `city:is:${"x".repeat(limits.filterMax + 1)}`,
  ])("are refused as %.40s", (text) => {
    expect(() => parseFilterTexts([text])).toThrow(expect.objectContaining({ type: "VALIDATION_ERROR" }));
  });

  it("are refused where there are too many", () => {
    const values = Array.from({ length: limits.filterValuesMax + 1 }, (_, i) => `city:is:${i}`);
    expect(() => parseFilterTexts(values)).toThrow("at most 50 values");
    const filters = Array.from({ length: limits.filtersMax + 1 }, () => ({
      field: "city" as const,
      op: "is" as const,
      values: ["x"],
    }));
    expect(() => checkedFilters(filters)).toThrow("At most 20 filters");
    expect(() => checkedFilters([{ field: "city", op: "is", values: [] }])).toThrow("must have a value");
    const long = Array.from({ length: 9 }, (_, i) => `${i}${"x".repeat(1000)}`);
    expect(() => checkedFilters([{ field: "city", op: "is", values: long }])).toThrow("together cannot exceed");
  });
});
