import { describe, expect, it } from "vitest";
import { growthText } from "./growth.ts";

describe("growth", () => {
  it.each([
    [12, "percent", "+12%", "up"],
    [-3.26, "percent", "-3.3%", "down"],
    [0, "percent", "0%", "same"],
    [0.04, "percent", "0%", "same"],
    [2.1, "points", "+2.1 pts", "up"],
    [null, "percent", "New", "unknown"],
  ] as const)("%s %s: %s", (change, unit, text, direction) => {
    expect(growthText(change, unit)).toEqual({ text, direction });
  });
});
