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
  name: "Links can't all get the same name",
  shortUrl: "Links can't all get the same short URL",
  externalId: "Links can't all get the same external id",
};

/**
 * Parses a job's change. Throws VALIDATION_ERROR for what no job can do; values are validated by the edits of links.
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
  // One hash for thousands of links would be a worthwhile target.
  if (typeof edit.password === "string") {
    problems.push({ field: "change.password", message: "A job can only take passwords away" });
  }
  const isSwitched = isActive !== undefined && isActive !== null;
  const tags = readTagChange(addTags, removeTags);
  const isTagged = tags !== null;
  if (isTagged && edit.tags !== undefined) {
    problems.push({
      field: "change.tags",
      message: "Say which tags links are to have, or what is added and taken off",
    });
  }
  const utm = readUtmChange(givenUtm, problems);
  const isChanged = hasEdit || isSwitched || isTagged || utm !== null;
  if (isDeletion === true && isChanged) {
    problems.push({ field: "change.delete", message: "What is deleted can't be changed" });
  }
  if (isDeletion !== true && !isChanged) {
    problems.push({ field: "change", message: "Say what to change" });
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
export function refuseUnkept(edit: LinkInput): void {
  const problems = Object.entries(edit).flatMap(([field, value]): FieldError[] =>
    isKept(value) ? [] : [{ field: `change.${field}`, message: "Contains characters that can't be used" }],
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
