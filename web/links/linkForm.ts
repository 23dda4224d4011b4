import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { customCodeProblem, linkNameProblem } from "@hoplog/schema/validation/links.js";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";

export const linkFields = ["name", "originalUrl", "shortUrl", "groupId"] as const;

export interface LinkFormValues {
  name: string;
  originalUrl: string;
  shortUrl: string;
  /** Empty for no group. */
  groupId: string;
}

export function linkFormValues(link: LinkCardFragment | null): LinkFormValues {
  if (link === null) return { name: "", originalUrl: "", shortUrl: "", groupId: "" };
  const { name, originalUrl, shortUrl, group } = link;
  return { name, originalUrl, shortUrl, groupId: group?.id ?? "" };
}

/** `current` is the code that the link has already: keeping it is always allowed. */
export function linkChecks(current: string | null) {
  return {
    name: linkNameProblem,
    originalUrl: (value: string) => {
      const parsed = parseOriginalUrl(value);
      return parsed.ok ? null : parsed.message;
    },
    shortUrl: (value: string) => (value.trim() === current ? null : customCodeProblem(value)),
  };
}

/** An empty group is sent as null; a blank code means: generate one, or keep the present one. */
export function linkInput(values: LinkFormValues) {
  const shortUrl = values.shortUrl.trim();
  return {
    name: values.name.trim(),
    originalUrl: values.originalUrl.trim(),
    shortUrl: shortUrl === "" ? null : shortUrl,
    groupId: values.groupId === "" ? null : values.groupId,
  };
}
