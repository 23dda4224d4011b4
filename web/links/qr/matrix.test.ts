import { describe, expect, it } from "vitest";
import { qrMatrix, qrPath } from "./matrix.ts";

describe("a QR code", () => {
  const matrix = qrMatrix("http://localhost:3001/spring");

  it("is square, with four light modules around it and a finder in three corners", () => {
    const size = matrix.length;
    expect(matrix.every((row) => row.length === size)).toBe(true);
    for (const edge of [0, 1, 2, 3, size - 4, size - 3, size - 2, size - 1]) {
      expect(matrix[edge]?.some(Boolean)).toBe(false);
      expect(matrix.some((row) => row[edge])).toBe(false);
    }
    const finder = [true, true, true, true, true, true, true];
    expect(matrix[4]?.slice(4, 11)).toEqual(finder);
    expect(matrix[4]?.slice(size - 11, size - 4)).toEqual(finder);
    expect(matrix[size - 5]?.slice(4, 11)).toEqual(finder);
  });

  it("draws every dark module once", () => {
    const drawn = [...qrPath(matrix).matchAll(/h(\d+)/g)].reduce((sum, [, width]) => sum + Number(width), 0);
    expect(drawn).toBe(matrix.flat().filter(Boolean).length);
  });
});
