import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { type LinkTextName, linkTextNames, linkTexts, type NamedTexts } from "@hoplog/schema/links/texts.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { tagNameProblem } from "@hoplog/schema/tags/tags.js";
import { linkNameProblem } from "@hoplog/schema/validation/links.js";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { codeProblemIn, domainNameOf } from "./codePlaces.ts";
import { placeOf } from "./options/errorPaths.ts";
import { changedOptions, type OptionsInput } from "./options/input.ts";
import { optionProblems, type Problems } from "./options/problems.ts";
import type { LinkFormValues, OptionValues } from "./options/values.ts";

const linkFields = ["name", "originalUrl", "shortUrl", "domain", "groupId", "tags", ...linkTextNames] as const;

type FirstValues = Pick<LinkFormValues, (typeof linkFields)[number]>;

/** Code and domain for a new link. */
export type NewPlace = Pick<LinkFormValues, "shortUrl" | "domain">;

/** Returns the form path at which a field's error from the server is shown; undefined if there is none. */
export function placeInForm(field: string): string | undefined {
  return linkFields.find((known) => known === field) ?? placeOf(field);
}

export function firstValues(link: LinkCardFragment | null): FirstValues {
  if (link === null) {
    return { name: "", originalUrl: "", shortUrl: "", domain: "", groupId: "", tags: [], ...shownTexts(link) };
  }
  const { name, originalUrl, shortUrl, group } = link;
  const tags = link.tags.map((tag) => tag.name);
  const first = { name, originalUrl, shortUrl, domain: domainNameOf(link), groupId: group?.id ?? "" };
  return { ...first, tags, ...shownTexts(link) };
}

function shownTexts(link: NamedTexts | null): Record<LinkTextName, string> {
  return recordOf(linkTextNames, (name) => link?.[name] ?? "");
}

/**
 * Validates the fields. `link` is the saved link, whose present code is always valid. Options equal to `before` are not
 * validated, nor are any while `before` is null.
 */
export function linkProblems(
  values: LinkFormValues,
  link: LinkCardFragment | null,
  before: OptionValues | null,
): Problems {
  const url = parseOriginalUrl(values.originalUrl);
  const name = linkNameProblem(values.name);
  const shortUrl = codeProblemIn(values, link);
  const tags = values.tags.map(tagNameProblem).find((problem) => problem !== null) ?? null;
  const hasChanged = before !== null && Object.keys(changedOptions(before, values)).length > 0;
  return {
    ...(name !== null && { name }),
    ...(!url.ok && { originalUrl: url.message }),
    ...(shortUrl !== null && { shortUrl }),
    ...(tags !== null && { tags }),
    ...textProblems(values),
    ...(hasChanged && optionProblems(values)),
  };
}

function textProblems(values: LinkFormValues): Problems {
  const problems: Problems = {};
  for (const name of linkTextNames) {
    const problem = linkTexts[name].problem(values[name]);
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

type LinkInput = OptionsInput &
  NamedTexts & {
    name: string;
    originalUrl: string;
    shortUrl: string | null;
    domain?: string | null | undefined;
    groupId: string | null;
    tags?: string[] | null | undefined;
  };

/**
 * Builds the mutation's input. A blank code is sent as null: the server generates the code of a new link and keeps that
 * of an existing one. Only options that differ from `before` are sent, and no domain if it is undefined.
 */
export function linkInput(
  values: LinkFormValues,
  before: OptionValues | null,
  domain: string | null | undefined,
  link: LinkCardFragment | null,
): LinkInput {
  const shortUrl = values.shortUrl.trim();
  const first = firstValues(link);
  return {
    name: values.name.trim(),
    originalUrl: values.originalUrl.trim(),
    shortUrl: shortUrl === "" ? null : shortUrl,
    ...(domain === undefined ? {} : { domain }),
    groupId: values.groupId === "" ? null : values.groupId,
    ...(values.tags.join() !== first.tags.join() && { tags: values.tags }),
    ...changedTexts(values, first),
    ...(before && changedOptions(before, values)),
  };
}

function changedTexts(values: LinkFormValues, first: FirstValues): Partial<Record<LinkTextName, string | null>> {
  const textOf = (text: string) => (text.trim() === "" ? null : text.trim());
  const changed: Partial<Record<LinkTextName, string | null>> = {};
  for (const name of linkTextNames) {
    const text = textOf(values[name]);
    if (text !== textOf(first[name])) changed[name] = text;
  }
  return changed;
}
