import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { defaultTimeZone, type LinkOptions } from "@hoplog/schema/links/options/options.js";
import { customCodeProblem, linkNameProblem } from "@hoplog/schema/validation/links.js";

import type { OptionDrafts } from "./options/drafts.ts";
import { newOptions } from "./options/numbering.ts";
import { optionProblems } from "./options/problems.ts";
import { hasOptions, type OptionsInput, readOptions, readPassword } from "./options/read.ts";

/** A link as a form or a caller sends it. Null and absent mean the same for texts, not for the group and the options. */
export interface LinkInput extends OptionsInput {
  readonly name?: string | null | undefined;
  readonly originalUrl?: string | null | undefined;
  readonly shortUrl?: string | null | undefined;
  readonly groupId?: string | null | undefined;
}

export interface NewLink {
  readonly name: string;
  readonly originalUrl: string;
  /** Null: generate one. */
  readonly code: string | null;
  readonly groupId: string | null;
  readonly options: LinkOptions;
  /** As it was sent; to be hashed, and to be kept nowhere. */
  readonly password: string | null;
}

export interface LinkChanges {
  readonly name?: string;
  readonly originalUrl?: string;
  readonly code?: string;
  readonly groupId?: string | null;
  readonly options?: OptionDrafts;
  /** As of {@link NewLink}; null removes it. */
  readonly password?: string | null;
}

/** Throws VALIDATION_ERROR with every field that can't be taken. */
export function parseNewLink(input: LinkInput, ownHosts: readonly string[]): NewLink {
  const { changes, problems } = check(
    { ...input, name: input.name ?? "", originalUrl: input.originalUrl ?? "" },
    ownHosts,
    defaultTimeZone,
  );
  const options = newOptions(changes.options ?? {});
  problems.push(...optionProblems(options));
  if (problems.length > 0) throw validationError(problems);
  const { name = "", originalUrl = "", code = null, groupId = null, password = null } = changes;
  return { name, originalUrl, code, groupId, options, password };
}

/**
 * What is absent or null stays, a blank short code too; a null group or option clears it. Local times are meant in the
 * time zone, unless the input names another one. Throws VALIDATION_ERROR, also for what names nothing to change.
 */
export function parseLinkChanges(
  input: LinkInput,
  ownHosts: readonly string[],
  timeZone: string = defaultTimeZone,
): LinkChanges {
  const { name, originalUrl, shortUrl, groupId } = input;
  if ((name ?? originalUrl ?? shortUrl ?? null) === null && groupId === undefined && !hasOptions(input)) {
    throw validationError([
      { field: "body", message: "Say what to change: name, originalUrl, shortUrl, groupId or an option" },
    ]);
  }
  const { changes, problems } = check(input, ownHosts, timeZone);
  if (problems.length > 0) throw validationError(problems);
  return changes;
}

/** Rules may be wrong in thousands of places; nobody reads on. */
const problemsMax = 50;

function check(
  input: LinkInput,
  ownHosts: readonly string[],
  timeZone: string,
): { changes: LinkChanges; problems: FieldError[] } {
  const problems: FieldError[] = [];
  const changes: { -readonly [K in keyof LinkChanges]: LinkChanges[K] } = {};
  if (input.name !== undefined && input.name !== null) {
    const message = linkNameProblem(input.name);
    if (message) problems.push({ field: "name", message });
    else changes.name = input.name.trim().normalize("NFC");
  }
  if (input.originalUrl !== undefined && input.originalUrl !== null) {
    const parsed = parseOriginalUrl(input.originalUrl, ownHosts);
    if (parsed.ok) changes.originalUrl = parsed.url;
    else problems.push({ field: "originalUrl", message: parsed.message });
  }
  const code = input.shortUrl?.trim() ?? "";
  if (code !== "") {
    const message = customCodeProblem(code);
    if (message) problems.push({ field: "shortUrl", message });
    else changes.code = code;
  }
  if (input.groupId !== undefined) changes.groupId = input.groupId === "" ? null : input.groupId;
  if (hasOptions(input)) {
    const report = (field: string, message: string) => {
      if (problems.length < problemsMax) problems.push({ field, message });
    };
    const reading = { ownHosts, timeZone, report };
    changes.options = readOptions(input, reading);
    const password = readPassword(input, reading);
    if (password !== undefined) changes.password = password;
  }
  return { changes, problems };
}
