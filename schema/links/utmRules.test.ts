import { describe, expect, it } from "vitest";
import { limits } from "../limits.ts";
import { hasUtm, noUtmRules, utmProblem, type UtmRules, utmRulesProblem } from "./utmRules.ts";

const rules: UtmRules = { lowerCase: true, allowed: { utm_medium: ["email", "print ad"], ref: ["Partner"] } };

describe("rules for campaign parameters", () => {
  it.each([
    ["https://example.com/", null],
    ["https://example.com/?utm_source=&utm_medium=", null],
    ["https://example.com/?utm_source=mail&utm_medium=print+ad&ref=Partner&x=Y", null],
    ["https://example.com/?utm_source=Mail", "utm_source must be in lower case in this workspace: “mail”"],
    ["https://example.com/?utm_source=ok&utm_source=%C3%84", "utm_source must be in lower case in this workspace: “ä”"],
    [
      "https://example.com/?utm_medium=sms",
      "utm_medium can't be “sms” in this workspace. It allows “email”, “print ad”",
    ],
    ["https://example.com/?ref=partner", "ref can't be “partner” in this workspace. It allows “Partner”"],
  ])("say what of %s is not allowed", (url, problem) => {
    expect(utmProblem(rules, url)).toBe(problem);
    expect(utmProblem(noUtmRules, url)).toBeNull();
  });

  it("say so in a line, however many values there are and however long they are", () => {
    const many = { lowerCase: false, allowed: { ref: Array.from({ length: 200 }, (_, i) => "v".repeat(100) + i) } };
    const problem = utmProblem(many, `https://example.com/?ref=${"x".repeat(5000)}`) ?? "";
    expect(problem).toMatch(/^ref can't be “x{60}…” in this workspace\. It allows “v{60}…”.* and 190 more$/);
    expect(problem.length).toBeLessThan(1000);
  });

  it("tell which URLs they are about", () => {
    expect(hasUtm("https://example.com/utm_source=a")).toBe(false);
    expect(hasUtm("https://example.com/?xutm_source=a")).toBe(false);
    expect(hasUtm("https://example.com/?x=1&utm_term=")).toBe(true);
    expect(hasUtm("https://example.com/?ref=a#b")).toBe(true);
  });

  it.each([
    [{ lowerCase: true, allowed: { utm_source: ["a", "B"] } }, "utm_source"],
    [{ lowerCase: false, allowed: { utm_term: [""] } }, "utm_term"],
    [{ lowerCase: false, allowed: { utm_term: [" a"] } }, "utm_term"],
    [{ lowerCase: false, allowed: { ref: ["x".repeat(limits.utmValueMax + 1)] } }, "ref"],
    [{ lowerCase: false, allowed: { ref: Array.from({ length: limits.utmAllowedMax + 1 }, (_, i) => `${i}`) } }, "ref"],
  ])("can't be just anything", (wrong, field) => {
    expect(utmRulesProblem(wrong)).toMatchObject({ field });
  });

  it("are taken where they fit together", () => {
    expect(utmRulesProblem(rules)).toBeNull();
    expect(utmRulesProblem({ lowerCase: false, allowed: { utm_source: ["B"] } })).toBeNull();
    expect(utmRulesProblem(noUtmRules)).toBeNull();
  });
});
