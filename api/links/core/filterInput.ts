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

const tagsMode = enumeration<TagsMode>("TagsMode", "Which of the given tags a link must have", {
  any: "At least one of them",
  all: "All of them",
  none: "None of them",
});

const archivedMode = enumeration<ArchivedMode>("ArchivedMode", "Whether archived links are listed", {
  exclude: "They are left out",
  only: "Only they are listed",
  include: "They are listed with the others",
});

const conditions = {
  search: queryText.describe(
    "Part of the name, original URL, code, note, a tag or the domain, ignoring case and accents",
  ),
  isActive: flag.describe(
    "Only links that are activated, have not expired and are not used up; false: only the others",
  ),
  groupId: z.uuid("Not a valid id").describe("Only links of this group"),
  domain: queryText.describe("Only links of the domain with this name; blank: of the default domain"),
  tagsMode: tagsMode.describe("Which of the tags links must have; any by default"),
  archived: archivedMode.describe("Archived links are left out by default"),
  favourite: flag.describe("Only favourites of the caller; false: only the others"),
  hasNote: flag.describe("Only links with a note; false: only the others"),
  deadDestination: flag.describe("Only links whose destination failed its checks; false: only the others"),
  externalId: queryText.describe("Only the link with this external id"),
  creator: z.uuid("Not a valid id").describe("Only links created by this user or API key"),
};
const atLeast = "Only links with at least this many clicks of all time";
const atMost = "Only links with at most this many clicks of all time";

/** The link filter of a call. */
export const linkFilter = input("LinkFilterInput", "Which links; all conditions must hold", {
  search: conditions.search.nullish(),
  isActive: conditions.isActive.nullish(),
  groupId: conditions.groupId.nullish(),
  domain: conditions.domain.nullish(),
  tags: tagNames.nullish().describe("Names of tags; an empty list means any link"),
  tagsMode: conditions.tagsMode.nullish(),
  archived: conditions.archived.nullish(),
  favourite: conditions.favourite.nullish(),
  hasNote: conditions.hasNote.nullish(),
  deadDestination: conditions.deadDestination.nullish(),
  externalId: conditions.externalId.nullish(),
  creator: conditions.creator.nullish(),
  createdFrom: moment.nullish().describe("Only links created at this time or later"),
  createdTo: moment.nullish().describe("Only links created before this time"),
  clicksMin: largeCount.nullish().describe(`${atLeast}, bots not included`),
  clicksMax: largeCount.nullish().describe(`${atMost}, bots not included`),
});

/**
 * Converts the GraphQL input to a filter; bots don't count as clicks. Throws VALIDATION_ERROR for numbers of clicks
 * that are not whole.
 */
export function toLinkFilter({ clicksMin: min, clicksMax: max, ...filter }: z.output<typeof linkFilter>): LinkFilter {
  for (const [field, value] of Object.entries({ clicksMin: min, clicksMax: max })) {
    if (typeof value !== "number" || (Number.isSafeInteger(value) && value >= 0)) continue;
    throw validationError([{ field, message: "Must be a whole number" }]);
  }
  return (min ?? max ?? null) === null ? filter : { ...filter, clicks: { min, max, bots: false } };
}

/** Maximum number of clicks of a filter; no link has more. */
export const clicksMax = 1e15 - 1;
const clicks = wholeNumber(0, clicksMax).optional();
const { startDate: time, tz } = rangeParameters;

/** The same as parameters of REST. */
export const linkFilterParameters = {
  ...z.object(conditions).partial().shape,
  tags: queryText.optional().describe("Names of tags, separated by commas"),
  createdFrom: time.describe("Only links created at this time or later; a date begins in `tz`"),
  createdTo: time.describe("Only links created before this time, or on this date or before"),
  tz,
  clicksMin: clicks.describe(`${atLeast}; of bots too with \`bots=true\``),
  clicksMax: clicks.describe(`${atMost}; of bots too with \`bots=true\``),
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
  "What links are sorted by; links without a value come last",
  {
    name: "Name, ignoring case",
    created: "Creation time",
    clicks: "Number of clicks, without bots unless they are asked for",
    updated: "Time of the last edit",
    destination: "Original URL",
    externalId: "External id",
    creator: "Name of the API key that created the link",
    group: "Name of the group",
    domain: "Name of the domain",
    tags: "Name of the first tag",
    note: "Beginning of the note",
    state:
      "Active, scheduled, expired, used up, inactive, listed, unreachable, banned; pages after a cursor show the state at the time of the first page",
    favourite: "Favourites of the caller",
    archived: "Time of archiving",
    expires: "Time of expiry",
  },
);

const direction = enumeration<SortDirection>("SortDirection", "What comes first", {
  asc: "The smallest value first",
  desc: "The largest value first",
});

/** How links are sorted. */
export const linkOrder = input("LinkSort", "How links are sorted", {
  field: sortField.describe("What they are sorted by"),
  direction: direction.describe("Whether the smallest or the largest value comes first"),
});

/** The same as parameters of REST. */
export const linkOrderParameters = {
  sort: sortField.optional().describe("What links are sorted by; created by default"),
  order: direction
    .optional()
    .describe("By default texts are ascending; clicks, dates and favourites are descending, expiry is ascending"),
};

/** Reads {@link linkOrderParameters}. */
export function linkOrderOf({ sort, order }: z.output<z.ZodObject<typeof linkOrderParameters>>): LinkSort {
  return linkSort(sort, order);
}
