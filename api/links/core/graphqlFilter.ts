import { validationError } from "@hoplog/schema/errors.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Float, InputType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import type { ArchivedMode, LinkFilter, TagsMode } from "./filter.ts";
import type { LinkSort } from "./sort.ts";

export const TagsModeType = enumType<TagsMode>("TagsMode", "Which of the tags of a filter a link has", {
  any: "One of them or more",
  all: "All of them",
  none: "None of them",
});

export const ArchivedModeType = enumType<ArchivedMode>("ArchivedMode", "Whether archived links are listed", {
  exclude: "They are left out",
  only: "No others are listed",
  include: "They are listed with the others",
});

@InputType({ description: "Which links are listed; all conditions must hold" })
export class LinkFilterInput {
  @Field(() => String, {
    nullable: true,
    description: "Part of the name, original URL, code, note, a tag or the domain, without case and accents",
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

  @Field(() => TagsModeType, { nullable: true, description: "How the tags are meant; absent: any" })
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

export const LinkSortField = enumType<LinkSort["field"]>(
  "LinkSortField",
  "What links are ordered by. Those that have none of it come last",
  {
    name: "Their names, compared without case",
    created: "When they were made",
    clicks: "How many people have clicked on them",
    updated: "When they were last changed",
    destination: "Where they lead",
    externalId: "What a program of the owner's calls them",
    creator: "The names of the API keys that have made them",
    group: "The names of their groups",
    domain: "The names of their domains",
    tags: "The first of their tags, by name",
    note: "How their notes begin",
    state:
      "Active, scheduled, expired, used up, inactive, listed, unreachable, banned; pages behind a cursor are of the moment of the first",
    favourite: "Favourites of the person who asks",
    archived: "When they were archived",
    expires: "When they expire",
  },
);

export const SortDirection = enumType("SortDirection", "What comes first", {
  asc: "The smallest first",
  desc: "The greatest first",
});

@InputType("LinkSort", { description: "In which order links are listed" })
export class LinkSortInput implements LinkSort {
  @Field(() => LinkSortField, { description: "What links are ordered by" })
  field!: LinkSort["field"];

  @Field(() => SortDirection, { description: "Whether the smallest or the greatest comes first" })
  direction!: LinkSort["direction"];
}
