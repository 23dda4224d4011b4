import { opNamed } from "./conditionFields.ts";
import {
  type ConditionDraft,
  type GroupDraft,
  newKey,
  optionLimits,
  type OptionValues,
  type QuestionDraft,
  type RuleDraft,
} from "./values.ts";

export type GroupMode = "all" | "any" | "not";

export function newQuestion(): QuestionDraft {
  return { key: newKey(), field: "country", op: "in", values: [], name: "" };
}

export function isGroup(condition: ConditionDraft): condition is GroupDraft {
  return !("field" in condition);
}

export function modeOf(group: GroupDraft): GroupMode {
  if ("all" in group) return "all";
  return "any" in group ? "any" : "not";
}

/** Returns the conditions in a group. */
export function itemsOf(group: GroupDraft): readonly ConditionDraft[] {
  if ("all" in group) return group.all;
  return "any" in group ? group.any : [group.not];
}

/**
 * Changes a group's mode and keeps its conditions. "Not" accepts one condition, so several are wrapped in their own
 * group.
 */
export function withMode(group: GroupDraft, mode: GroupMode): GroupDraft {
  const { key } = group;
  const items = [...itemsOf(group)];
  const [first = newQuestion()] = items;
  // Unwraps a group that was only created for "not".
  const inner = "not" in group && isGroup(first) ? [...itemsOf(first)] : items;
  if (mode === "all") return { key, all: inner };
  if (mode === "any") return { key, any: inner };
  if (items.length === 1) return { key, not: first };
  return { key, not: "any" in group ? { key: newKey(), any: items } : { key: newKey(), all: items } };
}

/** Returns the error path of a group's condition. */
export function itemPath(path: string, group: GroupDraft, index: number): string {
  const mode = modeOf(group);
  return mode === "not" ? `${path}.not` : `${path}.${mode}.${index}`;
}

/** Wraps a condition in a new group, to which other conditions can be added. */
export function grouped(condition: ConditionDraft): GroupDraft {
  return { key: newKey(), all: [condition] };
}

/** Appends a condition to a group. */
export function withItem(group: GroupDraft, item: ConditionDraft): GroupDraft {
  if ("all" in group) return { ...group, all: [...group.all, item] };
  return "any" in group ? { ...group, any: [...group.any, item] } : group;
}

/** Replaces a condition of a group. */
export function withItemAt(group: GroupDraft, index: number, item: ConditionDraft): GroupDraft {
  if ("all" in group) return { ...group, all: group.all.with(index, item) };
  return "any" in group ? { ...group, any: group.any.with(index, item) } : { ...group, not: item };
}

/** Removes a condition from a group; null if none would be left. */
export function withoutItem(group: GroupDraft, index: number): GroupDraft | null {
  if ("not" in group) return null;
  const rest = itemsOf(group).filter((_, i) => i !== index);
  if (rest.length === 0) return null;
  return "all" in group ? { ...group, all: rest } : { ...group, any: rest };
}

/** Changes a condition's field and clears its values; the operator remains if the field supports it. */
export function withField(question: QuestionDraft, field: QuestionDraft["field"]): QuestionDraft {
  return { ...question, field, op: opNamed(field, question.op), values: [], name: "" };
}

/** Returns the nesting depth of groups in a condition. */
export function depthOf(condition: ConditionDraft): number {
  return isGroup(condition) ? 1 + Math.max(0, ...itemsOf(condition).map(depthOf)) : 0;
}

/** Returns whether a condition nested in `depth` groups may be wrapped in another group. */
export function canBeGrouped(condition: ConditionDraft, depth: number): boolean {
  return depth + depthOf(condition) < optionLimits.depth;
}

/** Returns all conditions without groups, in order. */
export function questionsOf(condition: ConditionDraft): readonly QuestionDraft[] {
  return isGroup(condition) ? itemsOf(condition).flatMap(questionsOf) : [condition];
}

export function questionCount(rules: readonly RuleDraft[]): number {
  return rules.reduce((sum, { when }) => sum + questionsOf(when).length, 0);
}

const timedFields: ReadonlySet<string> = new Set(["weekday", "hour", "before", "after"]);

/** Returns whether the link's time zone affects any of its options. */
export function hasTimes({ notBefore, expiresAt, rules }: Pick<OptionValues, "notBefore" | "expiresAt" | "rules">) {
  const asked = rules.flatMap(({ when }) => questionsOf(when));
  return notBefore !== "" || expiresAt !== "" || asked.some(({ field }) => timedFields.has(field));
}
