import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { defaultTimeZone, type LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { LinkRow } from "../links/linkRow.ts";
import { noNumbers, numbered, numbersWith } from "../links/options/numbering.ts";
import { optionProblems } from "../links/options/problems.ts";
import { readOptions } from "../links/options/read.ts";

/** The link's options with other rules, as an edit would have them; with its own where none are given. Throws VALIDATION_ERROR. */
export function withRules({ options }: LinkRow, rules: unknown, ownHosts: readonly string[]): LinkOptions {
  if (rules === undefined || rules === null) return options;
  const problems: FieldError[] = [];
  const report = (field: string, message: string) => void problems.push({ field, message });
  const { timeZone = defaultTimeZone, rules: _, ...others } = options;
  const drafts = readOptions({ rules }, { ownHosts, timeZone, report });
  if (problems.length > 0) throw validationError(problems);
  const proposed = numbered(drafts, options, numbersWith(noNumbers, options)).rules;
  const kept = { ...others, ...(options.timeZone && { timeZone }), ...(proposed && { rules: proposed }) };
  const together = optionProblems(kept);
  if (together.length > 0) throw validationError(together);
  return kept;
}
