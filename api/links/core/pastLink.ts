import { z } from "zod";
import { groupReference, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { change, domainName, longText, own, ownWeights, tagNames } from "./entities.ts";
import type { LinkAt } from "./linkAt.ts";
import { linkState } from "./options/enums.ts";
import { optionFields, optionRestNames, optionsComputed, optionsOnly } from "./options/shown.ts";

const linkFieldValue = part(
  "LinkValue",
  "A field of a link and its value, as its history shows it",
  {
    field: z.string().describe("As in the history: name, originalUrl, shortUrl, or the name of an option"),
    value: z.string().nullable().describe("Value in words; null for none"),
  },
  { value: longText },
);

/** A link as it was at a moment. */
export const pastLink = entity<LinkAt>()({
  name: "LinkAt",
  description: "A link as it was at a moment, by its events",
  fields: {
    at: instant.describe("The moment"),
    version: z.int().min(1).describe("Number of the last event up to that moment"),
    ...own,
    domainName: domainName,
    groupId: recordId.nullable().describe("Group that it was in, which may be deleted"),
    groupName: z.string().nullable().describe("Current name of that group; its id if it was deleted"),
    groupReference: groupReference.nullable().describe("Its group with the current name, or its id if it was deleted"),
    tags: tagNames.describe("Current names of its tags in order; ids of deleted ones"),
    ...optionFields,
    state: linkState.describe(
      "What it did for visitors, by its own events, which don't say whether a cap was used up or a domain was served",
    ),
    values: z.array(linkFieldValue).describe("Every field that had a value, in words"),
    differences: z.array(change).describe("What is different now"),
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
