import { optionsChanged } from "@hoplog/schema/links/options/changes.js";
import { optionNames } from "@hoplog/schema/links/options/options.js";
import { type LinkTextName, linkTextNames } from "@hoplog/schema/links/texts.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import type { DisplayNames, LinkChange } from "./changes.ts";
import type { LiveLink } from "./link.ts";
import { optionChanges } from "./options/history.ts";

/** A field of a link as text for users; null without a value. */
export interface LinkValue {
  readonly field: string;
  readonly value: string | null;
}

/** The fields of a link that its events describe. */
export type DescribedLink = Pick<
  LiveLink,
  | "name"
  | "originalUrl"
  | "domain"
  | "code"
  | "groupId"
  | "tagIds"
  | LinkTextName
  | "isArchived"
  | "isActive"
  | "banReason"
  | "listing"
  | "options"
>;

const atDefault = recordOf(optionNames, () => null);

/** Returns every field that has a value, and the options that differ from their defaults. */
export function valuesOf(link: DescribedLink, called: DisplayNames): LinkValue[] {
  const options = optionChanges({ from: {}, to: link.options }).map(({ field, to }) => ({ field, value: to }));
  return [...fieldsOf(link, called).filter(({ value }) => value !== null), ...options];
}

/** Returns the fields that differ between two states of a link. */
export function differencesOf(then: DescribedLink, now: DescribedLink, called: DisplayNames): LinkChange[] {
  const present = new Map(fieldsOf(now, called).map(({ field, value }) => [field, value]));
  const fields = fieldsOf(then, called).flatMap(({ field, value: from }) => {
    const to = present.get(field) ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
  const changed = optionsChanged(then.options, { ...atDefault, ...now.options });
  return [...fields, ...(changed ? optionChanges(changed) : [])];
}

function fieldsOf(link: DescribedLink, called: DisplayNames): LinkValue[] {
  const { listing } = link;
  return [
    { field: "name", value: link.name },
    { field: "originalUrl", value: link.originalUrl },
    { field: "shortUrl", value: link.code },
    { field: "domain", value: called.domain(link.domain) },
    { field: "group", value: called.group(link.groupId) },
    { field: "tags", value: called.tags(link.tagIds) },
    ...linkTextNames.map((name) => ({ field: name, value: link[name] })),
    { field: "isArchived", value: String(link.isArchived) },
    { field: "isActive", value: String(link.isActive) },
    { field: "ban", value: link.banReason },
    { field: "listing", value: listing && `${listing.url}: ${listing.reason}` },
  ];
}
