import { describe, expect, it } from "vitest";
import { readVariables } from "./operation.ts";

describe("variables", () => {
  it.each([
    ["", {}],
    ["  \n", {}],
    ['{ "first": 10 }', { first: 10 }],
  ])("%o are %o", (text, variables) => {
    expect(readVariables(text)).toEqual(variables);
  });

  it.each(["first: 10", "[1]", "null", '"a"', "{"])("%o are refused, with what they have to be", (text) => {
    expect(() => readVariables(text)).toThrow(/^Variables must be /);
  });
});
