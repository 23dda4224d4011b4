import { expect, it } from "vitest";
import { chosenColumns, columnText } from "./columnTexts.ts";

const column = { name: "Team", use: null, isChosen: false, filled: 2, closes: false };

it.each([
  [{}, "Not read: 2 URLs"],
  [{ filled: 0 }, "Not read"],
  [{ closes: true, filled: 1 }, "Not read: switches 1 URL off"],
  [{ use: "code" as const }, "Short URL"],
  [{ use: "ignore" as const }, "Ignored"],
])("says what becomes of a column: %j", (changed, text) => {
  expect(columnText({ ...column, ...changed })).toBe(text);
});

it("takes a use from the column that had it, unless several may have it", () => {
  const columns = [
    { ...column, name: "A", use: "code" as const, isChosen: true },
    { ...column, name: "B", use: "ignore" as const, isChosen: true },
    { ...column, name: "C", use: "title" as const },
  ];
  expect(chosenColumns(columns, "D", "code")).toEqual([
    { name: "B", use: "ignore" },
    { name: "D", use: "code" },
  ]);
  expect(chosenColumns(columns, "D", "ignore")).toHaveLength(3);
  expect(chosenColumns(columns, "A", null)).toEqual([{ name: "B", use: "ignore" }]);
});
