import type { LinkOptions } from "@hoplog/schema/links/options/options.js";

/** Options as callers are shown them: of a password no more than that there is one, and no cap's number. */
export function shownOptions(options: LinkOptions) {
  const { passwordId, capNumber: _, ...others } = options;
  return { ...others, ...(passwordId !== undefined && { hasPassword: true }) };
}
