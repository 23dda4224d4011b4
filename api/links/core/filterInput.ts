import { validationError } from "@hoplog/schema/errors.js";
import { z } from "zod";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { flag, queryText, wholeNumber } from "../../kernel/contract/parse.ts";
import { input } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { largeCount, moment } from "../../kernel/contract/values.ts";
import type { ArchivedMode, LinkFilter, TagsMode } from "./filter.ts";
import { tagNames } from "./linkInput.ts";
import { type LinkSort, type LinkSortField, linkSort, type SortDirection } from "./sort.ts";

const tagsMode = enumeration<TagsMode>("TagsMode", "How the given tags select links", {
  any: "Links with at least one of the tags",
  all: "Links with all of the tags",
  none: "Links with none of the tags",
});

const archivedMode = enumeration<ArchivedMode>("ArchivedMode", "Whether a list includes archived links", {
  exclude: "Only links that are not archived",
  only: "Only archived links",
  include: "All links, archived or not",
});

const conditions = {
  search: queryText.describe(
    "Text that the link contains in its name, original URL, code, note, domain, tags, or URLs of rules and splits; ignores case and accents",
  ),
  isActive: flag.describe(
    "true: only links that are activated, not expired and not used up; false: only the other links",
  ),
  groupId: z.uuid("Must be a UUID").describe("Only links in the group with this ID"),
  domain: queryText.describe("Only links in the domain with this host name; blank for the default domain"),
  tagsMode: tagsMode.describe("How `tags` selects links; the default is `any`"),
  archived: archivedMode.describe("Whether archived links are included; the default is `exclude`"),
  favourite: flag.describe("true: only favourites of the caller; false: only the other links"),
  hasNote: flag.describe("true: only links with a note; false: only links without one"),
  deadDestination: flag.describe(
    "true: only links whose destination is unreachable according to checks; false: only the other links",
  ),
  externalId: queryText.describe("Only the link with this external ID"),
  creator: z.uuid("Must be a UUID").describe("Only links created by the user or API key with this ID"),
};
const atLeast = "Only links with at least this many clicks since creation";
const atMost = "Only links with at most this many clicks since creation";

/** The link filter of a call. */
export const linkFilter = input("LinkFilterInput", "Conditions for links; a link must meet all of them", {
  search: conditions.search.nullish(),
  isActive: conditions.isActive.nullish(),
  groupId: conditions.groupId.nullish(),
  domain: conditions.domain.nullish(),
  tags: tagNames.nullish().describe("Names of tags; an empty list matches all links"),
  tagsMode: conditions.tagsMode.nullish(),
  archived: conditions.archived.nullish(),
  favourite: conditions.favourite.nullish(),
  hasNote: conditions.hasNote.nullish(),
  deadDestination: conditions.deadDestination.nullish(),
  externalId: conditions.externalId.nullish(),
  creator: conditions.creator.nullish(),
  createdFrom: moment.nullish().describe("Only links created at this time or later"),
  createdTo: moment.nullish().describe("Only links created before this time"),
  clicksMin: largeCount.nullish().describe(`${atLeast}, excluding clicks by bots`),
  clicksMax: largeCount.nullish().describe(`${atMost}, excluding clicks by bots`),
});

/**
 * Converts the GraphQL input to a filter; bots don't count as clicks. Throws VALIDATION_ERROR for numbers of clicks
 * that are negative or not whole.
 */
export function toLinkFilter({ clicksMin: min, clicksMax: max, ...filter }: z.output<typeof linkFilter>): LinkFilter {
  for (const [field, value] of Object.entries({ clicksMin: min, clicksMax: max })) {
    if (typeof value !== "number" || (Number.isSafeInteger(value) && value >= 0)) continue;
    throw validationError([{ field, message: "Must be a whole number of at least 0" }]);
  }
  return (min ?? max ?? null) === null ? filter : { ...filter, clicks: { min, max, bots: false } };
}

/** Maximum number of clicks in a filter. */
export const clicksMax = 1e15 - 1;
const clicks = wholeNumber(0, clicksMax).optional();
const { startDate: time, tz } = rangeParameters;

/** The link filter as REST parameters. */
export const linkFilterParameters = {
  ...z.object(conditions).partial().shape,
  tags: queryText.optional().describe("Names of tags, separated by commas"),
  createdFrom: time.describe(
    "Only links created at this time or later; a date means the beginning of that day in `tz`",
  ),
  createdTo: time.describe("Only links created before this time; a date includes that whole day in `tz`"),
  tz,
  clicksMin: clicks.describe(`${atLeast}; includes clicks by bots if \`bots=true\``),
  clicksMax: clicks.describe(`${atMost}; includes clicks by bots if \`bots=true\``),
};

/**
 * Converts query parameters to a filter. Dates are whole days in the time zone, the last one inclusive. Throws
 * VALIDATION_ERROR.
 */
export function linkFilterOf(query: z.output<z.ZodObject<typeof linkFilterParameters>>, bots: boolean): LinkFilter {
  const { tags, createdFrom, createdTo, tz: zone, clicksMin: min, clicksMax: max, ...others } = query;
  const { from, to } = rangeOf({ startDate: createdFrom, endDate: createdTo, tz: zone }, "createdTo");
  return {
    ...others,
    ...(tags !== undefined && { tags: tags.split(",").filter((name) => name.trim() !== "") }),
    ...(from && { createdFrom: from }),
    ...(to && { createdTo: to }),
    ...((min ?? max) !== undefined && { clicks: { min, max, bots } }),
  };
}

const sortField = enumeration<LinkSortField>(
  "LinkSortField",
  "Field that links are sorted by; links without a value come last",
  {
    name: "Name, ignoring case",
    created: "Creation time",
    clicks: "Number of clicks; includes clicks by bots only if requested",
    updated: "Time of the last edit",
    destination: "Original URL",
    externalId: "External ID",
    creator: "Name of the API key that created the link",
    group: "Name of the group",
    domain: "Name of the domain",
    tags: "Name of the first tag",
    note: "Beginning of the note",
    state:
      "State: active, scheduled, expired, used up, inactive, listed, unreachable, banned; later pages use the states at the time of the first page",
    favourite: "Whether the link is a favourite of the caller",
    archived: "Time of archiving",
    expires: "Time of expiry",
  },
);

const direction = enumeration<SortDirection>("SortDirection", "Sort direction", {
  asc: "Smallest value first",
  desc: "Largest value first",
});

/** How links are sorted. */
export const linkOrder = input("LinkSort", "How links are sorted", {
  field: sortField.describe("Field to sort by"),
  direction: direction.describe("Sort direction"),
});

/** The sort order of links as REST parameters. */
export const linkOrderParameters = {
  sort: sortField.optional().describe("Field to sort by; the default is `created`"),
  order: direction
    .optional()
    .describe(
      "Sort direction. By default, text, state and expiry are ascending; clicks, dates and favourites are descending",
    ),
};

/** Converts {@link linkOrderParameters} to a sort order. */
export function linkOrderOf({ sort, order }: z.output<z.ZodObject<typeof linkOrderParameters>>): LinkSort {
  return linkSort(sort, order);
}
