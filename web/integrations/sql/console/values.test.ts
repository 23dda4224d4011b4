import { describe, expect, it } from "vitest";
import { chartColours } from "../../../analytics/link/colours.ts";
import { chartRowsMax, sqlFigure } from "./sqlFigure.ts";
import { cellText, firstChoice, kindOf, numberOf } from "./values.ts";

const columns = [
  { name: "code", type: "LowCardinality(String)" },
  { name: "day", type: "Nullable(Date)" },
  { name: "people", type: "UInt64" },
  { name: "share", type: "Nullable(Float64)" },
];
const rows = [
  ["a", "2026-01-01", "18446744073709551615", 0.5],
  ["b", null, "2", null],
];

describe("values of a result", () => {
  it("are shown as they are", () => {
    expect(["", "=1+1", 0, null, true, [1, "x"], { a: 1 }].map(cellText)).toEqual([
      "",
      "=1+1",
      "0",
      "NULL",
      "true",
      '[1,"x"]',
      '{"a":1}',
    ]);
  });

  it("are numbers, times or texts by the types of their columns", () => {
    expect(columns.map(({ type }) => kindOf(type))).toEqual(["text", "time", "number", "number"]);
    expect(["DateTime64(3, 'UTC')", "Decimal(9, 2)", "Int8", "Interval", "UUID", "Array(UInt8)"].map(kindOf)).toEqual([
      "time",
      "number",
      "number",
      "text",
      "text",
      "text",
    ]);
    expect(["12", 3, null, "", "x"].map(numberOf)).toEqual([12, 3, null, null, null]);
  });

  it("are drawn over the first time, or the first text, and not where there is no number", () => {
    expect(firstChoice({ columns, rows })).toEqual({ x: 1, y: [2] });
    expect(firstChoice({ columns: columns.toSpliced(1, 1), rows })).toEqual({ x: 0, y: [1] });
    expect(firstChoice({ columns: columns.slice(2), rows })).toEqual({ x: 0, y: [1] });
    expect(firstChoice({ columns: columns.slice(0, 2), rows })).toBeNull();
    expect(firstChoice({ columns, rows: [] })).toBeNull();
  });
});

describe("the chart of a result", () => {
  const result = { columns, rows, truncated: false, rowsRead: 2, seconds: 0 };

  it("is a line for each column over time, and bars over texts", () => {
    const { data } = sqlFigure(result, { x: 1, y: [2, 3] }, chartColours.light);
    expect(data).toMatchObject([
      { type: "scatter", name: "people", x: ["2026-01-01", "NULL"], y: [18446744073709552000, 2] },
      { type: "scatter", name: "share", y: [0.5, null] },
    ]);
    expect(sqlFigure(result, { x: 0, y: [2] }, chartColours.dark).data).toMatchObject([{ type: "bar", x: ["a", "b"] }]);
  });

  it("has so many points and no more", () => {
    const many = { ...result, rows: Array.from({ length: chartRowsMax + 500 }, () => rows[0] ?? []) };
    expect(sqlFigure(many, { x: 0, y: [2] }, chartColours.light).data).toMatchObject([{ x: { length: chartRowsMax } }]);
  });
});
