import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import type { LinkInput } from "../core/linkChanges.ts";
import { readTagChange } from "../core/organisedInput.ts";
import type { LinkJobChange } from "./job.ts";
import { type GivenUtm, readUtmChange } from "./utmChange.ts";

/** A change as callers send it. */
export type GivenChange = LinkInput &
  Omit<LinkJobChange, "edit" | "utm" | "isActive" | "delete"> & {
    readonly isActive?: boolean | null | undefined;
    readonly delete?: boolean | null | undefined;
    readonly utm?: GivenUtm | null | undefined;
  };

/** Fields that several links can't share, with the error messages. */
const ofOne: Readonly<Partial<Record<keyof LinkInput, string>>> = {
  name: "A job can't give the same name to all links",
  shortUrl: "A job can't give the same short URL to all links",
  externalId: "A job can't give the same external ID to all links",
};

/**
 * Parses a job's change. Throws VALIDATION_ERROR for changes that no job supports; values are validated when each link
 * is edited.
 */
export function parseJobChange({
  isActive,
  delete: isDeletion,
  addTags,
  removeTags,
  utm: givenUtm,
  ...input
}: GivenChange): LinkJobChange {
  const edit: LinkInput = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const hasEdit = Object.keys(edit).length > 0;
  const problems: FieldError[] = [];
  for (const [field, message] of Object.entries(ofOne)) {
    if (field in edit) problems.push({ field: `change.${field}`, message });
  }
  // Jobs can't set passwords: the same one on thousands of links would be a worthwhile target for attackers.
  if (typeof edit.password === "string") {
    problems.push({ field: "change.password", message: "A job can only remove passwords. Set password to null" });
  }
  const isSwitched = isActive !== undefined && isActive !== null;
  const tags = readTagChange(addTags, removeTags);
  const isTagged = tags !== null;
  if (isTagged && edit.tags !== undefined) {
    problems.push({ field: "change.tags", message: "tags can't be combined with addTags or removeTags" });
  }
  const utm = readUtmChange(givenUtm, problems);
  const isChanged = hasEdit || isSwitched || isTagged || utm !== null;
  if (isDeletion === true && isChanged) {
    problems.push({ field: "change.delete", message: "delete can't be combined with other changes" });
  }
  if (isDeletion !== true && !isChanged) {
    problems.push({ field: "change", message: "Provide at least one change" });
  }
  if (problems.length > 0) throw validationError(problems);
  return {
    ...(isDeletion === true && { delete: true }),
    ...(isSwitched && { isActive }),
    ...(hasEdit && { edit }),
    ...(tags && { addTags: tags.add, removeTags: tags.remove }),
    ...(utm && { utm }),
  };
}

/**
 * Throws VALIDATION_ERROR for texts that can't be stored with the job. An immediate edit never stores them raw: parsing
 * URLs normalises them.
 */
export function refuseUnstorable(edit: LinkInput): void {
  const problems = Object.entries(edit).flatMap(([field, value]): FieldError[] =>
    isKept(value) ? [] : [{ field: `change.${field}`, message: "Contains invalid characters" }],
  );
  if (problems.length > 0) throw validationError(problems);
}

/** Whether Postgres can store a value as JSON, which excludes NUL and lone surrogates. */
function isKept(json: unknown): boolean {
  let isFit = true;
  JSON.stringify(json, (_name, value: unknown) => {
    if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) isFit = false;
    return value;
  });
  return isFit;
}
