import { z } from "zod";
import { flag, queryText, wholeNumber } from "../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { archivedModes, type LinkFilter, tagsModes } from "./filter.ts";

/** No link has more clicks. */
export const clicksMax = 1e15 - 1;

const { startDate: moment, tz } = rangeParameters;
const clicks = wholeNumber(0, clicksMax).optional();

/** The parameters of a list of links beside those that it always had. */
export const linkFilterParameters = {
  tags: queryText.optional(),
  tagsMode: z.enum(tagsModes, "Must be any, all or none").optional(),
  archived: z.enum(archivedModes, "Must be exclude, only or include").optional(),
  favourite: flag.optional(),
  hasNote: flag.optional(),
  deadDestination: flag.optional(),
  externalId: queryText.optional(),
  creator: z.uuid("Not a valid id").optional(),
  createdFrom: moment,
  createdTo: moment,
  tz,
  clicksMin: clicks,
  clicksMax: clicks,
};

type LinkFilterBefore = Pick<LinkFilter, "search" | "groupId" | "isActive" | "domain">;
type LinkFilterQuery = z.output<z.ZodObject<typeof linkFilterParameters>>;

/** Days are whole days of the time zone, the last one included. Throws VALIDATION_ERROR. */
export function linkFilterOf(query: LinkFilterQuery & LinkFilterBefore, bots: boolean): LinkFilter {
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
