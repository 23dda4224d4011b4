import { z } from "zod";
import { groupReference, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { change, domainName, longText, own, ownWeights, tagNames } from "./entities.ts";
import type { LinkAt } from "./linkAt.ts";
import { linkState } from "./options/enums.ts";
import { optionFields, optionRestNames, optionsComputed, optionsOnly } from "./options/shown.ts";

const linkFieldValue = part(
  "LinkValue",
  "A field of a link and its value as text",
  {
    field: z.string().describe("Name of the field, as in the edit history: name, originalUrl, shortUrl, or an option"),
    value: z.string().nullable().describe("Value as text; null for none"),
  },
  { value: longText },
);

/** A link as it was at a moment. */
export const pastLink = entity<LinkAt>()({
  name: "LinkAt",
  description: "A link as it was at a past time",
  fields: {
    at: instant.describe("The requested time"),
    version: z.int().min(1).describe("Number of the last edit before or at that time"),
    ...own,
    domainName: domainName,
    groupId: recordId
      .nullable()
      .describe("ID of the link's group at that time, which may have been deleted since; null for none"),
    groupName: z
      .string()
      .nullable()
      .describe("Current name of that group, or its ID if the group was deleted; null for none"),
    groupReference: groupReference
      .nullable()
      .describe(
        "The link's group at that time, with the group's current name, or with its ID as the name if the group was deleted; null for none",
      ),
    tags: tagNames.describe("Tags of the link at that time, sorted: current names, or IDs of tags that were deleted"),
    ...optionFields,
    state: linkState.describe(
      "State of the link at that time, from the link's history; ignores the click limit and the state of the domain",
    ),
    values: z.array(linkFieldValue).describe("All fields that had a value, as text"),
    differences: z.array(change).describe("Fields whose values at that time differ from the current ones"),
  },
  computed: {
    shortUrl: ({ code }) => code,
    domainName: ({ domain }) => domain?.name,
    groupReference: ({ groupId, groupName }) =>
      groupId === null ? null : { _id: groupId, name: groupName ?? groupId },
    ...optionsComputed,
  },
  restNames: { domainName: "domain", groupReference: "groupId", ...optionRestNames },
  only: { groupId: "graphql", groupName: "graphql", groupReference: "rest", values: "graphql", ...optionsOnly },
  weights: { ...ownWeights, values: { cost: 0, length: 12 }, differences: { cost: 0, length: 5 } },
});
