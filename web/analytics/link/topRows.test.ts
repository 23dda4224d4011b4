import { dimensions } from "@hoplog/schema/clicks/dimensions.js";
import { expect, it } from "vitest";
import { topRows } from "./topRows.ts";

const stats = {
  topCountries: [{ code: "DE", name: "Germany", clicks: 1 }],
  topBrowsers: [],
  topOperatingSystems: [],
  topDevices: [{ value: "mobile", clicks: 3 }],
  topSources: [
    { value: "Facebook", clicks: 3, isOwn: false },
    { value: "go.example", clicks: 2, isOwn: true },
  ],
  topReferrers: [
    { value: "go.example", clicks: 2, isOwn: true },
    { value: "a.example", clicks: 1, isOwn: false },
  ],
  topIsps: [{ value: "", clicks: 1 }],
};
const rowsOf = (name: string) =>
  dimensions.filter((dimension) => dimension.name === name).map((of) => topRows(stats, of));

it("marks own short links among sources and referrers, and filters by their host", () => {
  expect(rowsOf("source")).toEqual([
    [
      { label: "Facebook", clicks: 3, key: "Facebook" },
      { label: "go.example (own short link)", clicks: 2, key: "go.example" },
    ],
  ]);
  expect(rowsOf("referrer")).toEqual([
    [
      { label: "go.example (own short link)", clicks: 2, key: "go.example" },
      { label: "a.example", clicks: 1, key: "a.example" },
    ],
  ]);
});

it("names countries, capitalises words, and shows what is unknown", () => {
  expect(rowsOf("country")).toEqual([[{ label: "Germany", clicks: 1, key: "DE" }]]);
  expect(rowsOf("device")).toEqual([[{ label: "Mobile", clicks: 3, key: "mobile" }]]);
  expect(rowsOf("isp")).toEqual([[{ label: "Unknown", clicks: 1, key: "" }]]);
});
