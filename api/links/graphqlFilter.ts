import { validationError } from "@hoplog/schema/errors.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Float, InputType, registerEnumType } from "type-graphql";
import type { ArchivedMode, LinkFilter, TagsMode } from "./filter.ts";
import { type LinkSort } from "./sort.ts";

export const TagsModeType = { ANY: "any", ALL: "all", NONE: "none" } as const;
registerEnumType(TagsModeType, {
  name: "TagsMode",
  description: "Which of the tags of a filter a link has",
  valuesConfig: {
    ANY: { description: "One of them or more" },
    ALL: { description: "All of them" },
    NONE: { description: "None of them" },
  },
});

export const ArchivedModeType = { EXCLUDE: "exclude", ONLY: "only", INCLUDE: "include" } as const;
registerEnumType(ArchivedModeType, {
  name: "ArchivedMode",
  description: "Whether archived links are listed",
  valuesConfig: {
    EXCLUDE: { description: "They are left out" },
    ONLY: { description: "No others are listed" },
    INCLUDE: { description: "They are listed with the others" },
  },
});

@InputType({ description: "Which links are listed; all conditions must hold" })
export class LinkFilterInput {
  @Field(() => String, {
    nullable: true,
    description: "Part of the name, original URL, code, note, a tag or the domain, in any case",
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Only links that are switched on, have not expired and are not used up, or only the others",
  })
  isActive?: boolean | null;

  @Field(() => GraphQLUUID, { nullable: true, description: "Only links of this group" })
  groupId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Only links of the domain of this name; blank: of the default one",
  })
  domain?: string | null;

  @Field(() => [String], { nullable: true, description: "Names of tags; none at all: any link" })
  tags?: string[] | null;

  @Field(() => TagsModeType, { nullable: true, description: "How the tags are meant; absent: ANY" })
  tagsMode?: TagsMode | null;

  @Field(() => ArchivedModeType, { nullable: true, description: "Absent: archived links are left out" })
  archived?: ArchivedMode | null;

  @Field(() => Boolean, { nullable: true, description: "Only favourites of the person who asks, or only the others" })
  favourite?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Only links with a note, or only the others" })
  hasNote?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Only links whose destination has been found dead, or only the others",
  })
  deadDestination?: boolean | null;

  @Field(() => String, { nullable: true, description: "Only the link that a program of one's own calls so" })
  externalId?: string | null;

  @Field(() => GraphQLUUID, {
    nullable: true,
    description: "Only links that this person or this API key has made",
  })
  creator?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Only links that were made then or later" })
  createdFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Only links that were made before" })
  createdTo?: Date | null;

  @Field(() => Float, { nullable: true, description: "Only links that at least so many people have clicked on" })
  clicksMin?: number | null;

  @Field(() => Float, { nullable: true, description: "Only links that at most so many people have clicked on" })
  clicksMax?: number | null;
}

/** People are counted. Throws VALIDATION_ERROR for numbers of clicks that are none. */
export function toLinkFilter({ clicksMin: min, clicksMax: max, ...filter }: LinkFilterInput): LinkFilter {
  for (const [field, value] of Object.entries({ clicksMin: min, clicksMax: max })) {
    if (typeof value !== "number" || (Number.isSafeInteger(value) && value >= 0)) continue;
    throw validationError([{ field, message: "Must be a whole number" }]);
  }
  return (min ?? max ?? null) === null ? filter : { ...filter, clicks: { min, max, bots: false } };
}

export const LinkSortField = {
  NAME: "name",
  CREATED: "created",
  CLICKS: "clicks",
  UPDATED: "updated",
  DESTINATION: "destination",
  EXTERNAL_ID: "externalId",
  CREATOR: "creator",
  GROUP: "group",
  DOMAIN: "domain",
  TAGS: "tags",
  NOTE: "note",
  STATE: "state",
  FAVOURITE: "favourite",
  ARCHIVED: "archived",
  EXPIRES: "expires",
} as const satisfies Record<string, LinkSort["field"]>;
registerEnumType(LinkSortField, {
  name: "LinkSortField",
  description: "What links are ordered by. Those that have none of it come last",
  valuesConfig: {
    NAME: { description: "Their names, compared without case" },
    CREATED: { description: "When they were made" },
    CLICKS: { description: "How many people have clicked on them" },
    UPDATED: { description: "When they were last changed" },
    DESTINATION: { description: "Where they lead" },
    EXTERNAL_ID: { description: "What a program of the owner's calls them" },
    CREATOR: { description: "The names of the API keys that have made them" },
    GROUP: { description: "The names of their groups" },
    DOMAIN: { description: "The names of their domains" },
    TAGS: { description: "The first of their tags, by name" },
    NOTE: { description: "How their notes begin" },
    STATE: {
      description:
        "Active, scheduled, expired, used up, inactive, listed, unreachable, banned; pages behind a cursor are of the moment of the first",
    },
    FAVOURITE: { description: "Favourites of the person who asks" },
    ARCHIVED: { description: "When they were archived" },
    EXPIRES: { description: "When they expire" },
  },
});

export const SortDirection = { ASC: "asc", DESC: "desc" } as const;
registerEnumType(SortDirection, {
  name: "SortDirection",
  description: "What comes first",
  valuesConfig: { ASC: { description: "The smallest first" }, DESC: { description: "The greatest first" } },
});

@InputType("LinkSort", { description: "In which order links are listed" })
export class LinkSortInput implements LinkSort {
  @Field(() => LinkSortField, { description: "What links are ordered by" })
  field!: LinkSort["field"];

  @Field(() => SortDirection, { description: "Whether the smallest or the greatest comes first" })
  direction!: LinkSort["direction"];
}
