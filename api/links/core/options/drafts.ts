import type { Condition } from "@hoplog/schema/links/options/condition.js";
import type { OptionChanges } from "@hoplog/schema/links/options/options.js";
import type { Arm } from "@hoplog/schema/links/options/rule.js";

/** An arm as sent by a caller; a new one has no number. */
export type ArmDraft = Omit<Arm, "number"> & { readonly number: number | null };

export interface SplitDraft {
  readonly arms: readonly ArmDraft[];
  readonly sticky: boolean;
}

export type ThenDraft = { readonly url: string } | { readonly split: SplitDraft } | { readonly blocked: true };

export interface RuleDraft {
  readonly number: number | null;
  readonly name: string;
  readonly when: Condition;
  readonly then: ThenDraft;
}

/** Changes of options as sent: their rules and arms may have no numbers, or unknown ones. */
export interface OptionDrafts extends Omit<OptionChanges, "rules" | "split"> {
  readonly rules?: readonly RuleDraft[] | null | undefined;
  readonly split?: SplitDraft | null | undefined;
}
