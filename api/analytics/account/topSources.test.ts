import { expect, it } from "vitest";
import { sourceList } from "./topSources.ts";

it("adds up referrers of one source, most clicks first", () => {
  const rows = [
    { value: "", clicks: 5 },
    { value: "go.example", clicks: 4 },
    { value: "m.facebook.com", clicks: 3 },
    { value: "lm.facebook.com", clicks: 2 },
    { value: "a.example", clicks: 1 },
  ];
  expect(sourceList({ rows, distinct: 7 })).toEqual({
    rows: [
      { value: "", clicks: 5 },
      { value: "Facebook", clicks: 5 },
      { value: "go.example", clicks: 4 },
      { value: "a.example", clicks: 1 },
    ],
    distinct: 6,
  });
});
