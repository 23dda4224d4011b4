import type { FieldError } from "@hoplog/schema/errors.js";
import { type LinkOptions, optionLimits } from "@hoplog/schema/links/options/options.js";
import { encodePlan, planOfOptions } from "@hoplog/schema/links/options/plan.js";

/** What is wrong with the options of a link as a whole, each of which may be good alone. */
export function optionProblems(options: LinkOptions): FieldError[] {
  const { notBefore, expiresAt } = options;
  const problems: FieldError[] = [];
  // Of one form, so that they are ordered as texts are.
  if (notBefore !== undefined && expiresAt !== undefined && expiresAt <= notBefore) {
    problems.push({ field: "expiresAt", message: "The link must expire after it begins" });
  }
  if ((encodePlan(planOfOptions(options))?.length ?? 0) > optionLimits.planBytesMax) {
    const message = "The rules are too large together. Use fewer values or shorter texts";
    problems.push({ field: "rules", message });
  }
  return problems;
}
