import { validationError } from "@hoplog/schema/errors.js";
import { folded } from "@hoplog/schema/folded.js";
import { limits } from "@hoplog/schema/limits.js";

/**
 * Returns a LIKE pattern that matches folded text containing the search text; null for a blank one. Throws
 * VALIDATION_ERROR if the search text is too long or contains a NUL character.
 */
export function searchPattern(search: string | null | undefined): string | null {
  const text = searchText(search);
  return text === null ? null : holdsParts([text]);
}

/** Returns a LIKE pattern for text that contains the given parts in their order. */
export function holdsParts(parts: readonly string[]): string {
  return `%${parts.map((part) => part.replace(/[\\%_]/g, "\\$&")).join("%")}%`;
}

/**
 * Returns the folded search text; null if blank. Throws VALIDATION_ERROR if it is too long or contains a NUL character.
 */
export function searchText(search: string | null | undefined): string | null {
  if (!search) return null;
  if (search.length > limits.searchMax) {
    throw validationError([{ field: "search", message: `A search cannot exceed ${limits.searchMax} characters` }]);
  }
  if (search.includes("\0"))
    throw validationError([{ field: "search", message: "A search can't contain NUL characters" }]);
  const given = search.trim();
  // Accents without a letter remain in the text, so that they match nothing instead of everything.
  return given === "" ? null : folded(given).trim() || given;
}
