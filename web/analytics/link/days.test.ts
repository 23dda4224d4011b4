import { expect, it } from "vitest";
import { atLeastAWeek } from "./days.ts";

it("puts clickless days before a short series, across months", () => {
  const days = atLeastAWeek([
    { label: "2026-03-02", clicks: 3 },
    { label: "2026-03-03", clicks: 5 },
  ]);
  expect(days.map((day) => `${day.label} ${day.clicks}`)).toEqual([
    "2026-02-25 0",
    "2026-02-26 0",
    "2026-02-27 0",
    "2026-02-28 0",
    "2026-03-01 0",
    "2026-03-02 3",
    "2026-03-03 5",
  ]);
});

it("leaves longer and empty series alone", () => {
  const week = Array.from({ length: 8 }, (_, index) => ({ label: `2026-03-0${index + 1}`, clicks: index }));
  expect(atLeastAWeek(week)).toEqual(week);
  expect(atLeastAWeek([])).toEqual([]);
});
