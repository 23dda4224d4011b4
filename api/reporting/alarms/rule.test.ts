import { describe, expect, it } from "vitest";
import { isFinal, isUnusual, type Rule } from "./rule.ts";

const rule = (more: Partial<Rule>): Rule => ({ kind: "spike", sensitivity: "medium", minimum: 20, ...more });

describe("a spike", () => {
  it.each([
    ["three times as many as usual", { figure: 90, usual: 30 }, true],
    ["one less than that", { figure: 89, usual: 30 }, false],
    ["clicks where there usually are none", { figure: 20, usual: 0 }, true],
    ["three clicks instead of none", { figure: 3, usual: 0 }, false],
    ["an unknown usual", { figure: 9000, usual: null }, null],
  ])("given %s", (_, compared, is) => {
    expect(isUnusual(rule({}), compared)).toBe(is);
  });

  it("is noticed sooner by a sensitive alarm", () => {
    const compared = { figure: 100, usual: 50 };
    const at = (sensitivity: Rule["sensitivity"]) => isUnusual(rule({ sensitivity }), compared);
    expect([at("low"), at("medium"), at("high")]).toEqual([false, false, true]);
  });
});

describe("a drop", () => {
  const drop = rule({ kind: "drop" });
  it.each([
    ["three tenths of the usual", { figure: 30, usual: 100 }, true],
    ["one more than that", { figure: 31, usual: 100 }, false],
    ["nothing, where usually is little", { figure: 0, usual: 19 }, false],
    ["nothing, where usually is enough", { figure: 0, usual: 20 }, true],
    ["an unknown usual", { figure: 0, usual: null }, null],
  ])("given %s", (_, compared, is) => {
    expect(isUnusual(drop, compared)).toBe(is);
  });
});

it("what late clicks can't change is final", () => {
  expect([isFinal("spike", true), isFinal("spike", false), isFinal("drop", true), isFinal("drop", false)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
