import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { linkNameProblem } from "@hoplog/schema/validation/links.js";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import { codeProblemIn, domainNameOf } from "./codePlaces.ts";
import { placeOf } from "./options/errorPaths.ts";
import { changedOptions, type OptionsInput } from "./options/input.ts";
import { optionProblems, type Problems } from "./options/problems.ts";
import type { LinkFormValues, OptionValues } from "./options/values.ts";

const linkFields = ["name", "originalUrl", "shortUrl", "domain", "groupId"] as const;

type FirstValues = Pick<LinkFormValues, (typeof linkFields)[number]>;

/** The code and the domain of a link that is to be made there. */
export type NewPlace = Pick<LinkFormValues, "shortUrl" | "domain">;

/** Where the form shows what the server says of a field. */
export function placeInForm(field: string): string | undefined {
  return linkFields.find((known) => known === field) ?? placeOf(field);
}

export function firstValues(link: LinkCardFragment | null): FirstValues {
  if (link === null) return { name: "", originalUrl: "", shortUrl: "", domain: "", groupId: "" };
  const { name, originalUrl, shortUrl, group } = link;
  return { name, originalUrl, shortUrl, domain: domainNameOf(link), groupId: group?.id ?? "" };
}

/**
 * What is wrong with the fields. `link` is as it was: keeping its code where it is is always allowed. Options that stay
 * as they are in `before` are not judged, and without it they aren't known yet.
 */
export function linkProblems(
  values: LinkFormValues,
  link: LinkCardFragment | null,
  before: OptionValues | null,
): Problems {
  const url = parseOriginalUrl(values.originalUrl);
  const name = linkNameProblem(values.name);
  const shortUrl = codeProblemIn(values, link);
  const hasChanged = before !== null && Object.keys(changedOptions(before, values)).length > 0;
  return {
    ...(name !== null && { name }),
    ...(!url.ok && { originalUrl: url.message }),
    ...(shortUrl !== null && { shortUrl }),
    ...(hasChanged && optionProblems(values)),
  };
}

type LinkInput = OptionsInput & {
  name: string;
  originalUrl: string;
  shortUrl: string | null;
  domain?: string | null | undefined;
  groupId: string | null;
};

/**
 * An empty group is sent as null; a blank code means: generate one, or keep the present one. Of the options only what
 * differs from `before` is sent, and no domain where it is undefined.
 */
export function linkInput(
  values: LinkFormValues,
  before: OptionValues | null,
  domain: string | null | undefined,
): LinkInput {
  const shortUrl = values.shortUrl.trim();
  return {
    name: values.name.trim(),
    originalUrl: values.originalUrl.trim(),
    shortUrl: shortUrl === "" ? null : shortUrl,
    ...(domain === undefined ? {} : { domain }),
    groupId: values.groupId === "" ? null : values.groupId,
    ...(before && changedOptions(before, values)),
  };
}
