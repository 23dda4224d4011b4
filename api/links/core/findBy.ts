import { validationError } from "@hoplog/schema/errors.js";
import type { OptionName } from "@hoplog/schema/links/options/options.js";
import { inputNames, type OptionsInput } from "./options/read.ts";

/** The group and options that an existing link must match, besides destination, domain, code and external id. */
export interface FindBy {
  readonly group: boolean;
  readonly options: readonly OptionName[];
}

interface FindInput extends OptionsInput {
  readonly groupId?: string | null | undefined;
  readonly findOrCreate?: boolean | null | undefined;
}

/**
 * Returns the group and options that an existing link must match; null for an input without findOrCreate. Throws
 * VALIDATION_ERROR for an input with a password.
 */
export function findByOf(input: FindInput): FindBy | null {
  if (!input.findOrCreate) return null;
  if (input.password) {
    const message =
      "findOrCreate can't be combined with a password, because stored passwords can't be compared. Omit findOrCreate or the password";
    throw validationError([{ field: "findOrCreate", message }]);
  }
  const named = inputNames.filter((name) => input[name] !== undefined);
  return {
    group: input.groupId !== undefined,
    options: named.map((name): OptionName => (name === "password" ? "passwordId" : name)),
  };
}
