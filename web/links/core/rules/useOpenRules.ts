import { useState } from "react";
import { hasErrorIn, type OptionsForm } from "../options/optionsForm.ts";
import type { RuleDraft } from "../options/values.ts";

/** The expanded rules: those opened by the user and those with errors. */
export function useOpenRules(form: OptionsForm) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const has = ({ key }: RuleDraft, index: number) => open.has(key) || hasErrorIn(form, `rules.${index}`);
  const show = (key: string) => setOpen((current) => new Set([...current, key]));
  return {
    has,
    show,
    toggle(rule: RuleDraft, index: number) {
      if (has(rule, index)) setOpen((current) => new Set([...current].filter((key) => key !== rule.key)));
      else show(rule.key);
    },
  };
}
