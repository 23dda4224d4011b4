import { applyOptions, optionsChanged } from "@hoplog/schema/links/options/changes.js";
import type { LinkOptions, OptionChanges } from "@hoplog/schema/links/options/options.js";
import { armsOf, type Rule, type Split } from "@hoplog/schema/links/options/rule.js";
import type { OptionDrafts, RuleDraft, SplitDraft } from "./drafts.ts";

/** The highest numbers that the rules, the arms and the caps of a link have ever had. */
export interface Numbers {
  readonly rule: number;
  readonly arm: number;
  readonly cap: number;
}

export const noNumbers: Numbers = { rule: 0, arm: 0, cap: 0 };

/** Returns the highest numbers after a link has had these options. */
export function numbersWith({ rule, arm, cap }: Numbers, { rules = [], split, capNumber = 0 }: LinkOptions): Numbers {
  return {
    rule: Math.max(rule, ...rules.map(({ number }) => number)),
    arm: Math.max(arm, ...armsOf(rules, split).map(({ number }) => number)),
    cap: Math.max(cap, capNumber),
  };
}

/**
 * Numbers the rules and arms of an edit: one sent with the number of a current rule or arm retains that number, and all
 * others get new numbers. If two have the same number, the first retains it.
 */
export function numbered(drafts: OptionDrafts, present: LinkOptions, used: Numbers): OptionChanges {
  return numberedFrom(present, withCapNumber(drafts, present, used), present, used);
}

/** Sets the cap's number. A changed cap continues its count; a cap on a link without one starts at 0. */
function withCapNumber(drafts: OptionDrafts, { capNumber }: LinkOptions, { cap }: Numbers): OptionDrafts {
  const { maxClicks } = drafts;
  if (maxClicks === undefined) return drafts;
  return { ...drafts, capNumber: maxClicks === null ? null : (capNumber ?? cap + 1) };
}

/**
 * Numbers the options of a revert like {@link numbered}. Rules and arms get their former numbers again, unless other
 * rules or arms of the link have these numbers now, and the cap continues its former count.
 */
export function numberedAgain(before: OptionChanges, present: LinkOptions, used: Numbers): OptionChanges {
  const { rules, split } = before;
  const drafts = "capNumber" in before ? before : withCapNumber(before, present, used);
  return numberedFrom({ ...(rules && { rules }), ...(split && { split }) }, drafts, present, used);
}

/** Numbers drafts: a draft with a number of the rules and arms of `known` retains it. */
function numberedFrom(known: LinkOptions, drafts: OptionDrafts, present: LinkOptions, used: Numbers): OptionChanges {
  const { rules, split, ...others } = drafts;
  const keptArms = armsOf(
    rules === undefined ? (present.rules ?? []) : [],
    split === undefined ? present.split : undefined,
  );
  const ruleNumber = numbersFrom(used.rule, known.rules ?? [], []);
  const armNumber = numbersFrom(used.arm, armsOf(known.rules ?? [], known.split), keptArms);
  const toSplit = ({ arms, sticky }: SplitDraft): Split => ({
    arms: arms.map((arm) => ({ ...arm, number: armNumber(arm.number) })),
    sticky,
  });
  const toRule = ({ number, name, when, then }: RuleDraft): Rule => ({
    number: ruleNumber(number),
    name,
    when,
    then: "split" in then ? { split: toSplit(then.split) } : then,
  });
  return {
    ...others,
    ...(rules !== undefined && { rules: rules && rules.map(toRule) }),
    ...(split !== undefined && { split: split && toSplit(split) }),
  };
}

interface Numbered {
  readonly number: number;
}

/**
 * Returns a function that returns the wanted number if it is known and not yet taken, and otherwise the next number
 * after `last`.
 */
function numbersFrom(last: number, known: readonly Numbered[], taken: readonly Numbered[]) {
  const free = new Set(known.map(({ number }) => number));
  for (const { number } of taken) free.delete(number);
  let next = last;
  return (wanted: number | null): number => (wanted !== null && free.delete(wanted) ? wanted : ++next);
}

/** Numbers the options of a new link, and omits those that equal their defaults. */
export function newOptions(drafts: OptionDrafts): LinkOptions {
  const changed = optionsChanged({}, numbered(drafts, {}, noNumbers));
  return changed ? applyOptions({}, changed) : {};
}
