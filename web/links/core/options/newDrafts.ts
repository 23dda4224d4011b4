import { isGroup, newQuestion } from "./conditions.ts";
import {
  type ArmDraft,
  type ConditionDraft,
  type GroupDraft,
  newKey,
  type RuleDraft,
  type SplitDraft,
} from "./values.ts";

export function newArm(url = ""): ArmDraft {
  return { key: newKey(), number: null, name: "", url, weight: "1" };
}

/** Returns a split with two equal arms: one with the URL and an empty one. */
export function newSplit(url = ""): SplitDraft {
  return { arms: [newArm(url), newArm()], sticky: false };
}

export function newRule(): RuleDraft {
  return {
    key: newKey(),
    number: null,
    name: "",
    when: { key: newKey(), all: [newQuestion()] },
    then: { kind: "url", url: "", split: newSplit() },
  };
}

/** Copies a rule under new keys and without server numbers. */
export function copyOf(rule: RuleDraft): RuleDraft {
  const { then } = rule;
  const split = { ...then.split, arms: then.split.arms.map((arm) => ({ ...arm, key: newKey(), number: null })) };
  return { ...rule, key: newKey(), number: null, when: groupCopy(rule.when), then: { ...then, split } };
}

function groupCopy(group: GroupDraft): GroupDraft {
  const key = newKey();
  if ("all" in group) return { key, all: group.all.map(conditionCopy) };
  return "any" in group ? { key, any: group.any.map(conditionCopy) } : { key, not: conditionCopy(group.not) };
}

function conditionCopy(condition: ConditionDraft): ConditionDraft {
  return isGroup(condition) ? groupCopy(condition) : { ...condition, key: newKey() };
}
