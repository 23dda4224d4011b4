import { conditionFields, conditionLimits, opsOf } from "@hoplog/schema/links/options/condition.js";
import { optionLimits as schemaLimits } from "@hoplog/schema/links/options/options.js";
import { ruleLimits } from "@hoplog/schema/links/options/rule.js";
import { describe, expect, it } from "vitest";
import { fieldRows } from "./conditionFields.ts";
import {
  canBeGrouped,
  depthOf,
  grouped,
  itemsOf,
  newQuestion,
  withField,
  withMode,
  withoutItem,
} from "./conditions.ts";
import { placeOf, sectionOf } from "./errorPaths.ts";
import { optionLimits } from "./values.ts";

describe("conditions", () => {
  it("have the fields, operators and limits of the schema", () => {
    expect(Object.keys(fieldRows).toSorted()).toEqual(conditionFields.toSorted());
    for (const field of conditionFields) expect(fieldRows[field].ops, field).toEqual(opsOf[field]);
    const { rules, armsMin, armsMax, weightMax, nameMax, depth, conditions, values, valueMax } = optionLimits;
    expect({ rules, armsMin, armsMax, weightMax, nameMax }).toEqual(ruleLimits);
    expect({ depth, perLink: conditions, values, valueMax }).toEqual(conditionLimits);
    expect(optionLimits.titleMax).toBe(schemaLimits.previewTitleMax);
    expect(optionLimits.descriptionMax).toBe(schemaLimits.previewDescriptionMax);
    expect(optionLimits.passwordMin).toBe(schemaLimits.passwordMin);
    expect(optionLimits.passwordMax).toBe(schemaLimits.passwordMax);
    expect(optionLimits.maxClicksMax).toBe(schemaLimits.maxClicksMax);
  });

  it("keep what is in a group when its kind changes", () => {
    const [first, second] = [newQuestion(), newQuestion()];
    const all = { key: "g", all: [first, second] };
    expect(withMode(all, "any")).toEqual({ key: "g", any: [first, second] });
    const not = withMode(all, "not");
    expect(itemsOf(not)).toMatchObject([{ all: [first, second] }]);
    expect(withMode(not, "any")).toEqual({ key: "g", any: [first, second] });
    expect(withMode({ key: "g", any: [first] }, "not")).toEqual({ key: "g", not: first });
  });

  it("leave no empty group, and nest no deeper than they may", () => {
    const question = newQuestion();
    expect(withoutItem({ key: "g", all: [question] }, 0)).toBeNull();
    expect(withoutItem({ key: "g", not: question }, 0)).toBeNull();
    const three = grouped(grouped(grouped(question)));
    expect(depthOf(three)).toBe(3);
    expect([canBeGrouped(question, 2), canBeGrouped(question, 3), canBeGrouped(three, 0)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("forget values that were of another field, and take an operator that it has", () => {
    const question = { ...newQuestion(), op: "notIn" as const, values: ["DE"] };
    expect(withField(question, "city")).toMatchObject({ field: "city", op: "notIn", values: [] });
    expect(withField(question, "address")).toMatchObject({ field: "address", op: "matches", values: [] });
  });
});

describe("where a problem is shown", () => {
  it.each([
    ["expiresAt", "expiresAt"],
    ["rules.2.then.url", "rules.2.then.url"],
    ["rules.0.when.all.1.not.any.3.values.7", "rules.0.when.all.1.not.any.3.values"],
    ["rules.0.when.all.1.op", "rules.0.when.all.1"],
    ["rules.3.number", "rules.3"],
    ["rules.1.then.split.arms.0.weight", "rules.1.then.split.arms.0.weight"],
    ["split.arms.1.number", "split.arms"],
    ["split.sticky", "split"],
    ["preview.imageUrl", "preview.imageUrl"],
    ["preview.colour", undefined],
    ["planet", undefined],
  ])("%s at %s", (field, place) => {
    expect(placeOf(field)).toBe(place);
  });

  it("is in the section of the field", () => {
    expect(["timeZone", "rules.1.name", "originalUrl"].map(sectionOf)).toEqual(["schedule", "rules", undefined]);
  });
});
