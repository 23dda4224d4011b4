import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { tagKey, tagNameOf, tagNameProblem } from "@hoplog/schema/tags/tags.js";
import { externalIdProblem, linkNoteProblem } from "@hoplog/schema/validation/links.js";
import type { LinkChanges, LinkInput } from "./linkChanges.ts";

type OrganisedName = "tags" | "note" | "externalId" | "isArchived" | "isFavourite";
type OrganisedInput = Pick<LinkInput, OrganisedName>;

/** Whether an input names any of these; null names one. */
export function isOrganised(input: OrganisedInput): boolean {
  const { tags, note, externalId, isArchived, isFavourite } = input;
  return [tags, note, externalId, isArchived, isFavourite].some((value) => value !== undefined);
}

/** Adds everything that can't be taken to `problems`, and gives the rest. */
export function readOrganised(input: OrganisedInput, problems: FieldError[]): Pick<LinkChanges, OrganisedName> {
  const { tags, note, externalId, isArchived, isFavourite } = input;
  const report = (field: string, message: string | null) => {
    if (message) problems.push({ field, message });
  };
  if (note) report("note", linkNoteProblem(note));
  if (externalId) report("externalId", externalIdProblem(externalId));
  const names = tags === undefined ? undefined : readTagNames(tags ?? [], "tags", problems);
  return {
    ...(names && { tags: names }),
    ...(note !== undefined && { note: textOf(note) }),
    ...(externalId !== undefined && { externalId: textOf(externalId) }),
    ...(isArchived !== undefined && { isArchived: isArchived ?? false }),
    ...(isFavourite !== undefined && { isFavourite: isFavourite ?? false }),
  };
}

/** As they are kept, each once, whatever its case; adds the first that can't be taken to `problems`. */
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

/** Null where neither is given. Throws VALIDATION_ERROR. */
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
