import { validationError } from "@hoplog/schema/errors.js";
import { applyOptions, optionsChanged } from "@hoplog/schema/links/options/changes.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { parseLinkChanges } from "../../links/core/input.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { noNumbers, numbered, numbersWith } from "../../links/core/options/numbering.ts";
import { optionProblems } from "../../links/core/options/problems.ts";

/** The link's options with other rules, as an edit would have them; with its own where none are given. Throws VALIDATION_ERROR. */
export function withRules({ options }: LinkRow, rules: unknown, ownHosts: readonly string[]): LinkOptions {
  if (rules === undefined || rules === null) return options;
  const { options: drafts = {} } = parseLinkChanges({ rules }, ownHosts, options.timeZone);
  const changed = optionsChanged(options, numbered(drafts, options, numbersWith(noNumbers, options)));
  const proposed = changed ? applyOptions(options, changed) : options;
  const problems = optionProblems(proposed);
  if (problems.length > 0) throw validationError(problems);
  return proposed;
}
