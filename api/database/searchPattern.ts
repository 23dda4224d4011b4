import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";

/** An ILIKE pattern for what contains the text; null for a blank one. Throws VALIDATION_ERROR for one that is too long. */
export function searchPattern(search: string | null | undefined): string | null {
  const text = searchText(search);
  return text === null ? null : holdsParts([text]);
}

/** An ILIKE pattern for what contains these texts one after the other. */
export function holdsParts(parts: readonly string[]): string {
  return `%${parts.map((part) => part.replace(/[\\%_]/g, "\\$&")).join("%")}%`;
}

/** What is searched for; null for a blank text. Throws VALIDATION_ERROR for one that is too long or holds NUL. */
export function searchText(search: string | null | undefined): string | null {
  if (!search) return null;
  if (search.length > limits.searchMax) {
    throw validationError([{ field: "search", message: `A search cannot exceed ${limits.searchMax} characters` }]);
  }
  if (search.includes("\0")) throw validationError([{ field: "search", message: "A search cannot hold NUL" }]);
  const text = search.trim().normalize("NFC");
  return text === "" ? null : text;
}
