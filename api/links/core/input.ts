import type { LinkChanges, LinkInput } from "./linkChanges.ts";
import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { defaultTimeZone, type LinkOptions } from "@hoplog/schema/links/options/options.js";
import { linkTextNames, type LinkTexts, textsOf } from "@hoplog/schema/links/texts.js";
import { linkNameProblem } from "@hoplog/schema/validation/links.js";

import type { Imported } from "./decide.ts";
import { type FindBy, findByOf } from "./findBy.ts";
import { newOptions } from "./options/numbering.ts";
import { optionProblems } from "./options/problems.ts";
import { hasOptions, readOptions, readPassword } from "./options/read.ts";
import { isOrganised, readOrganised } from "./organisedInput.ts";
import { defaultPlace, type FindPlace, inDefaultDomain, type Place, readCode, withHostOf } from "./place.ts";

export interface NewLink extends LinkTexts {
  readonly name: string;
  readonly originalUrl: string;
  readonly place: Place;
  /** The code of the link; null to generate one. */
  readonly code: string | null;
  readonly groupId: string | null;
  /** Normalised tag names, deduplicated. */
  readonly tags: readonly string[];
  readonly options: LinkOptions;
  /** The password in plain text, to be hashed; never stored. */
  readonly password: string | null;
  /** Set for imported links only; other new links are enabled and not archived. */
  readonly origin?: { readonly imported: Imported; readonly isActive: boolean; readonly isArchived: boolean };
  /** Fields to find an existing link by; null to create the link in any case. */
  readonly findBy: FindBy | null;
}

/** Parses a new link. Throws VALIDATION_ERROR with the invalid fields. */
export function parseNewLink(
  input: LinkInput,
  ownHosts: readonly string[],
  findPlace: FindPlace = inDefaultDomain,
): NewLink {
  const found = findPlace(input.domain);
  const place = "place" in found ? found.place : defaultPlace;
  const { changes, problems } = check(
    { ...input, name: input.name ?? "", originalUrl: input.originalUrl ?? "" },
    withHostOf(place, ownHosts),
    defaultTimeZone,
    place,
  );
  if ("problem" in found) problems.push({ field: "domain", message: found.problem });
  const options = newOptions(changes.options ?? {});
  problems.push(...optionProblems(options));
  if (problems.length > 0) throw validationError(problems);
  const findBy = findByOf(input);
  const { name = "", originalUrl = "", code = null, groupId = null, password = null } = changes;
  const { tags = [] } = changes;
  return { name, originalUrl, place, code, groupId, tags, ...textsOf(changes), options, password, findBy };
}

/**
 * Parses the changes of an edit. Absent fields are not changed; nor are a null name, destination or code, and a blank
 * code. Null clears all other fields. Local times are in `timeZone` unless the input contains a time zone. The code is
 * validated for `place`; the input's domain is ignored. Throws VALIDATION_ERROR, also for an input without fields.
 */
export function parseLinkChanges(
  input: LinkInput,
  ownHosts: readonly string[],
  timeZone: string = defaultTimeZone,
  place: Place = defaultPlace,
): LinkChanges {
  const { name, originalUrl, shortUrl, groupId, domain } = input;
  const namesNone = (name ?? originalUrl ?? shortUrl ?? null) === null && groupId === undefined && domain === undefined;
  if (namesNone && !isOrganised(input) && !hasOptions(input)) {
    const names = `name, originalUrl, shortUrl, domain, groupId, tags, ${linkTextNames.join(", ")}, isArchived, isFavourite`;
    throw validationError([{ field: "body", message: `Provide at least one field to change: ${names} or an option` }]);
  }
  const { changes, problems } = check(input, ownHosts, timeZone, place);
  if (problems.length > 0) throw validationError(problems);
  return changes;
}

/** Number of problems after which those of options are not reported: rules may be wrong in thousands of places. */
const problemsMax = 50;

function check(
  input: LinkInput,
  ownHosts: readonly string[],
  timeZone: string,
  place: Place,
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
    const read = readCode(code, place);
    if ("problem" in read) problems.push({ field: "shortUrl", message: read.problem });
    else changes.code = read.code;
  }
  if (input.groupId !== undefined) changes.groupId = input.groupId === "" ? null : input.groupId;
  Object.assign(changes, readOrganised(input, problems));
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
