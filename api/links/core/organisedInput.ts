import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { type LinkTextName, linkTextNames, linkTexts } from "@hoplog/schema/links/texts.js";
import { tagKey, tagNameOf, tagNameProblem } from "@hoplog/schema/tags/tags.js";
import type { LinkChanges, LinkInput } from "./linkChanges.ts";

const organisedNames = ["tags", ...linkTextNames, "isArchived", "isFavourite"] as const;
type OrganisedName = (typeof organisedNames)[number];
type OrganisedInput = Pick<LinkInput, OrganisedName>;

/** Whether an input has any organisational field, including null ones. */
export function isOrganised(input: OrganisedInput): boolean {
  return organisedNames.some((name) => input[name] !== undefined);
}

/** Parses the organisational fields and adds problems to `problems`. */
export function readOrganised(input: OrganisedInput, problems: FieldError[]): Pick<LinkChanges, OrganisedName> {
  const { tags, isArchived, isFavourite } = input;
  const texts: Partial<Record<LinkTextName, string | null>> = {};
  for (const name of linkTextNames) {
    const text = input[name];
    if (text === undefined) continue;
    const message = text && linkTexts[name].problem(text);
    if (message) problems.push({ field: name, message });
    texts[name] = textOf(text);
  }
  const names = tags === undefined ? undefined : readTagNames(tags ?? [], "tags", problems);
  return {
    ...(names && { tags: names }),
    ...texts,
    ...(isArchived !== undefined && { isArchived: isArchived ?? false }),
    ...(isFavourite !== undefined && { isFavourite: isFavourite ?? false }),
  };
}

/**
 * Normalises tag names and deduplicates them ignoring case; adds a problem if there are too many, or otherwise that of
 * the first invalid name, to `problems`.
 */
export function readTagNames(names: readonly string[], field: string, problems: FieldError[]): string[] {
  if (names.length > limits.tagsPerLink) {
    problems.push({ field, message: `A link can have at most ${limits.tagsPerLink} tags` });
    return [];
  }
  const message = names.map(tagNameProblem).find((problem) => problem !== null);
  if (message) problems.push({ field, message });
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(tagKey(name))) byKey.set(tagKey(name), tagNameOf(name));
  return [...byKey.values()];
}

function textOf(text: string | null): string | null {
  const trimmed = text?.trim().normalize("NFC") ?? "";
  return trimmed === "" ? null : trimmed;
}

/** Parses tags to add and remove; null if neither is given. Throws VALIDATION_ERROR. */
export function readTagChange(
  addTags: readonly string[] | null | undefined,
  removeTags: readonly string[] | null | undefined,
): { readonly add: string[]; readonly remove: string[] } | null {
  if ((addTags ?? removeTags ?? null) === null) return null;
  const problems: FieldError[] = [];
  const add = readTagNames(addTags ?? [], "addTags", problems);
  const remove = readTagNames(removeTags ?? [], "removeTags", problems);
  if (problems.length > 0) throw validationError(problems);
  return { add, remove };
}
