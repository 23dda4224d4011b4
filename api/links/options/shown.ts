import type { LinkOptions } from "@hoplog/schema/links/options/options.js";

/** Options as callers are shown them: of a password no more than that there is one. */
export function shownOptions({ passwordId, ...others }: LinkOptions) {
  return { ...others, ...(passwordId !== undefined && { hasPassword: true }) };
}
