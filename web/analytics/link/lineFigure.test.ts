import { describe, expect, it } from "vitest";
import { chartColours } from "./colours.ts";
import { lineFigure } from "./lineFigure.ts";
import { isUnfinished } from "./rowTimes.ts";

const rows = [
  { label: "2026-11-19", clicks: 4 },
  { label: "2026-11-20", clicks: 9 },
  { label: "2026-11-21", clicks: 2 },
];
const traces = (...args: Parameters<typeof lineFigure>) =>
  lineFigure(...args).data.map((trace) => {
    const { x, line } = trace as { x: string[]; line: { dash?: string } };
    return { x, dash: line.dash };
  });

describe("a line over time", () => {
  it.each([
    ["hour", "2026-11-21 15:00", true],
    ["hour", "2026-11-21 14:00", false],
    ["day", "2026-11-21", true],
    ["day", "2026-11-20", false],
    ["week", "2026-11-16", true],
    ["week", "2026-11-09", false],
    ["month", "2026-11-01", true],
    ["month", "2026-10-01", false],
  ] as const)("by the %s of %s is unfinished: %s", (interval, label, expected) => {
    expect(isUnfinished([{ label }], interval, new Date(2026, 10, 21, 15, 30))).toBe(expected);
  });

  it("is dashed to a point whose time is not over, and says so", () => {
    const { data } = lineFigure(rows, chartColours.light, { isUnfinished: true });
    expect(traces(rows, chartColours.light, { isUnfinished: true })).toEqual([
      { x: ["2026-11-20", "2026-11-21"], dash: "dash" },
      { x: ["2026-11-21"], dash: undefined },
      { x: ["2026-11-19", "2026-11-20"], dash: undefined },
    ]);
    expect(data[1]).toMatchObject({ hovertemplate: expect.stringContaining("so far") });
  });

  it("is one line where its time is over", () => {
    expect(traces(rows, chartColours.light)).toEqual([{ x: rows.map(({ label }) => label), dash: undefined }]);
  });

  it("ends together with the line of the time before, though days without clicks are put in front", () => {
    const before = [{ label: "2026-11-20", clicks: 5 }];
    expect(traces(rows, chartColours.light, { before })[0]).toEqual({ x: ["2026-11-21"], dash: "dot" });
  });
});
