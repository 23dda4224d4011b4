import type { Condition, FieldCondition } from "@hoplog/schema/links/options/condition.js";

const words = { in: "is", notIn: "is not", contains: "contains", matches: "is in" } as const;

/** A condition as people read it. */
export function conditionText(condition: Condition): string {
  if ("all" in condition) return condition.all.map(innerText).join(" and ");
  if ("any" in condition) return condition.any.map(innerText).join(" or ");
  return "not" in condition ? `not ${innerText(condition.not)}` : fieldText(condition);
}

function innerText(condition: Condition): string {
  const text = conditionText(condition);
  return "field" in condition ? text : `(${text})`;
}

function fieldText({ field, op, values, name }: FieldCondition): string {
  const what = name === undefined ? field : `${field} ${name}`;
  if (op === "exists") return `${what} is there`;
  const list = values.join(", ");
  return field === "before" || field === "after" ? `${what} ${list}` : `${what} ${words[op]} ${list}`;
}
