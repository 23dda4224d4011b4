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

/** The conditions in a group. */
export function itemsOf(group: GroupDraft): readonly ConditionDraft[] {
  if ("all" in group) return group.all;
  return "any" in group ? group.any : [group.not];
}

/** The same conditions in a group of another kind. What is negated is one condition: several become a group of their own. */
export function withMode(group: GroupDraft, mode: GroupMode): GroupDraft {
  const { key } = group;
  const items = [...itemsOf(group)];
  const [first = newQuestion()] = items;
  // A group that was made for the sake of "not" alone goes with it.
  const inner = "not" in group && isGroup(first) ? [...itemsOf(first)] : items;
  if (mode === "all") return { key, all: inner };
  if (mode === "any") return { key, any: inner };
  if (items.length === 1) return { key, not: first };
  return { key, not: "any" in group ? { key: newKey(), any: items } : { key: newKey(), all: items } };
}

/** Where a condition stands below its group, in paths of errors. */
export function itemPath(path: string, group: GroupDraft, index: number): string {
  const mode = modeOf(group);
  return mode === "not" ? `${path}.not` : `${path}.${mode}.${index}`;
}

/** A condition in a group of its own, which another one can be added to. */
export function grouped(condition: ConditionDraft): GroupDraft {
  return { key: newKey(), all: [condition] };
}

/** The group with one condition more. */
export function withItem(group: GroupDraft, item: ConditionDraft): GroupDraft {
  if ("all" in group) return { ...group, all: [...group.all, item] };
  return "any" in group ? { ...group, any: [...group.any, item] } : group;
}

/** The group with a condition replaced. */
export function withItemAt(group: GroupDraft, index: number, item: ConditionDraft): GroupDraft {
  if ("all" in group) return { ...group, all: group.all.with(index, item) };
  return "any" in group ? { ...group, any: group.any.with(index, item) } : { ...group, not: item };
}

/** The group without a condition; null where none would be left. */
export function withoutItem(group: GroupDraft, index: number): GroupDraft | null {
  if ("not" in group) return null;
  const rest = itemsOf(group).filter((_, i) => i !== index);
  if (rest.length === 0) return null;
  return "all" in group ? { ...group, all: rest } : { ...group, any: rest };
}

/** A question about something else: values and operator are of the field. */
export function withField(question: QuestionDraft, field: QuestionDraft["field"]): QuestionDraft {
  return { ...question, field, op: opNamed(field, question.op), values: [], name: "" };
}

/** How many groups stand within each other. */
export function depthOf(condition: ConditionDraft): number {
  return isGroup(condition) ? 1 + Math.max(0, ...itemsOf(condition).map(depthOf)) : 0;
}

/** Whether a condition that stands in `depth` groups may be put into one more. */
export function canBeGrouped(condition: ConditionDraft, depth: number): boolean {
  return depth + depthOf(condition) < optionLimits.depth;
}

/** The questions in a condition, in their order. */
export function questionsOf(condition: ConditionDraft): readonly QuestionDraft[] {
  return isGroup(condition) ? itemsOf(condition).flatMap(questionsOf) : [condition];
}

export function questionCount(rules: readonly RuleDraft[]): number {
  return rules.reduce((sum, { when }) => sum + questionsOf(when).length, 0);
}

const timedFields: ReadonlySet<string> = new Set(["weekday", "hour", "before", "after"]);

/** Whether the link's time zone makes a difference. */
export function hasTimes({ notBefore, expiresAt, rules }: Pick<OptionValues, "notBefore" | "expiresAt" | "rules">) {
  const asked = rules.flatMap(({ when }) => questionsOf(when));
  return notBefore !== "" || expiresAt !== "" || asked.some(({ field }) => timedFields.has(field));
}
