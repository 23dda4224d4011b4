import { validationError } from "@hoplog/schema/errors.js";
import { applyOptions, optionsChanged } from "@hoplog/schema/links/options/changes.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { parseLinkChanges } from "../../links/core/input.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { noNumbers, numbered, numbersWith } from "../../links/core/options/numbering.ts";
import { optionProblems } from "../../links/core/options/problems.ts";

/**
 * Returns the link's options with the given rules, as an edit would set them; with its current rules if none are given.
 * Throws VALIDATION_ERROR.
 */
export function withRules({ options }: LinkRow, rules: unknown, ownHosts: readonly string[]): LinkOptions {
  if (rules === undefined || rules === null) return options;
  const { options: drafts = {} } = parseLinkChanges({ rules }, ownHosts, options.timeZone);
  const changed = optionsChanged(options, numbered(drafts, options, numbersWith(noNumbers, options)));
  const proposed = changed ? applyOptions(options, changed) : options;
  const problems = optionProblems(proposed);
  if (problems.length > 0) throw validationError(problems);
  return proposed;
}
