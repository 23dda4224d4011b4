import { describe, expect, it } from "vitest";
import { importedText, monthRows } from "./importedTexts.ts";

const none = { firstAt: null, lastAt: null, months: [], countries: [], referrers: [], browsers: [], devices: [] };

describe("what was counted before an import", () => {
  it("names who counted it and when", () => {
    const days = { firstAt: "2021-01-15T12:00:00.000Z", lastAt: "2021-03-15T12:00:00.000Z" };
    expect(importedText({ ...none, ...days, source: "shlink", total: 2509, bots: 250, undated: 9 })).toMatch(
      /^2,509 clicks, counted by Shlink before this URL was imported, .*2021 to .*2021 \(250 of bots, 9 without a date\)$/,
    );
    expect(importedText({ ...none, source: "csv", total: 1, bots: 0, undated: 1 })).toBe(
      "1 click, counted by another service before this URL was imported (it doesn't say when)",
    );
  });

  it("has a row for each month, over the end of a year too", () => {
    const months = [
      { value: "2021-11", visits: 3 },
      { value: "2022-02", visits: 1 },
    ];
    expect(monthRows({ months })).toEqual([
      { label: "2021-11-01", clicks: 3 },
      { label: "2021-12-01", clicks: 0 },
      { label: "2022-01-01", clicks: 0 },
      { label: "2022-02-01", clicks: 1 },
    ]);
    expect(monthRows({ months: [] })).toEqual([]);
  });
});
