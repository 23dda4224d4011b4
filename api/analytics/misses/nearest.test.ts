import { describe, expect, it } from "vitest";
import { variantsOf } from "../../links/availability/nearest.ts";

describe("codes that may have been meant", () => {
  it.each([
    ["a character too many", "docss", "docs"],
    ["one too few", "dcs", "docs"],
    ["one too few at the end", "doc", "docs"],
    ["a wrong one", "docz", "docs"],
    ["two that are swapped", "dosc", "docs"],
    ["lower case", "Spring-SALE", "spring-sale"],
    ["upper case", "abc", "ABC"],
  ])("%s", (_, asked, meant) => {
    expect(variantsOf(asked)).toContain(meant);
  });

  it("are each there once, and neither the code itself nor what is two steps away", () => {
    const variants = variantsOf("docs");
    expect(new Set(variants).size).toBe(variants.length);
    expect(variants).not.toContain("docs");
    expect(variants).not.toContain("do");
    expect(variants).not.toContain("sdoc");
  });

  it("are bounded by the code's length, and long ones are still tried without a character", () => {
    expect(variantsOf("x".repeat(40)).length).toBeLessThan(5300);
    const long = "abcdefghij".repeat(19);
    expect(variantsOf(long).length).toBeLessThan(400);
    expect(variantsOf(`${long}!`)).toContain(long);
    expect(variantsOf("a")).not.toContain("");
  });
});
