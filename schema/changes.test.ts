import { describe, expect, it } from "vitest";
import { z } from "zod";
import { applyChange, changeOf } from "./changes.ts";

const schema = z.strictObject({ a: z.string(), b: z.array(z.number()), c: z.literal(true) }).partial();

describe("a change of values that have defaults", () => {
  it("holds both ends of what becomes another, and nothing else", () => {
    const values = { a: "old", b: [1] };
    const change = changeOf(schema, values, { a: null, b: [1], c: true });
    expect(change).toEqual({ from: { a: "old" }, to: { c: true } });
    expect(change && applyChange(values, change)).toEqual({ b: [1], c: true });
  });

  it("is none where all stays", () => {
    expect(changeOf(schema, { a: "old", b: [1, 2] }, { a: undefined, b: [1, 2], c: null })).toBeNull();
  });
});
