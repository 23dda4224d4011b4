import { validationError } from "@hoplog/schema/errors.js";
import { folded } from "@hoplog/schema/folded.js";
import { limits } from "@hoplog/schema/limits.js";

/** A LIKE pattern for what, once folded, contains the text; null for a blank one. Throws VALIDATION_ERROR for one that is too long. */
export function searchPattern(search: string | null | undefined): string | null {
  const text = searchText(search);
  return text === null ? null : holdsParts([text]);
}

/** A LIKE pattern for what contains these texts one after the other. */
export function holdsParts(parts: readonly string[]): string {
  return `%${parts.map((part) => part.replace(/[\\%_]/g, "\\$&")).join("%")}%`;
}

/** What is searched for, folded; null for a blank text. Throws VALIDATION_ERROR for one that is too long or holds NUL. */
export function searchText(search: string | null | undefined): string | null {
  if (!search) return null;
  if (search.length > limits.searchMax) {
    throw validationError([{ field: "search", message: `A search cannot exceed ${limits.searchMax} characters` }]);
  }
  if (search.includes("\0")) throw validationError([{ field: "search", message: "A search cannot hold NUL" }]);
  const given = search.trim();
  // Accents without a letter stay, so that they find nothing instead of everything.
  return given === "" ? null : folded(given).trim() || given;
}
