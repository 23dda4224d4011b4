import type { FieldError } from "@hoplog/schema/errors.js";
import { type LinkOptions, optionLimits } from "@hoplog/schema/links/options/options.js";
import { encodePlan, planOfOptions } from "@hoplog/schema/links/options/plan.js";

/** Returns the problems of a link's options in combination; each option may be valid on its own. */
export function optionProblems(options: LinkOptions): FieldError[] {
  const { notBefore, expiresAt } = options;
  const problems: FieldError[] = [];
  // Both times have the same format, so comparing them as strings orders them.
  if (notBefore !== undefined && expiresAt !== undefined && expiresAt <= notBefore) {
    problems.push({ field: "expiresAt", message: "The link must expire after it begins" });
  }
  if ((encodePlan(planOfOptions(options))?.length ?? 0) > optionLimits.planBytesMax) {
    const message = "The options are too large together. Use fewer rules, fewer values or shorter texts";
    problems.push({ field: "rules", message });
  }
  return problems;
}
