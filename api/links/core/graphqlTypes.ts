import { type FieldError, HoplogError } from "@hoplog/schema/errors.js";
import type { ListingSource } from "@hoplog/schema/events/link.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";
import { etagOf } from "../../kernel/calls/etag.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import type { MadeLink } from "./findOrCreate.ts";
import type { Created } from "./findOrCreate.ts";
import type { LinkList } from "./queries.ts";
import type { LinkRow } from "./linkRow.ts";
import type { LinkAt } from "./linkAt.ts";
import { listingIn } from "./listing.ts";
import { optionFields } from "./options/fields.ts";
import { LinkStateType, ListingSourceType } from "./options/graphqlEnums.ts";
import { LinkOptionFields } from "./options/graphqlTypes.ts";
import type { ShownState } from "./options/state.ts";

@ObjectType("LinkChange", { description: "A field of a link that was changed" })
export class LinkChangeType {
  @Field(() => String, {
    description:
      "name, originalUrl, shortUrl, domain, group, tags, note, externalId, isArchived, isFavourite, isActive, ban, listing, or an option's name",
  })
  field!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true, description: "The value before; null where there was none" })
  from!: string | null;

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true, description: "The value after; null where there is none" })
  to!: string | null;
}

@ObjectType("LinkHistoryEntry", { description: "What one person did in one go" })
export class LinkHistoryEntryType {
  @Field(() => Int, { description: "What revertLink takes" })
  version!: number;

  @Field(() => GraphQLDateTime, { description: "When it was done" })
  at!: Date;

  @Field(() => String, { nullable: true, description: "The user's name, or An operator; null for the system" })
  by!: string | null;

  @Field(() => String, { description: "The event's type; LinkEdited for several at once" })
  type!: string;

  @Field(() => [LinkChangeType], { description: "What changed, field by field" })
  changes!: readonly LinkChangeType[];

  @Field(() => Boolean, { description: "Whether a revert would change the link as it is now" })
  revertible!: boolean;
}

@ObjectType("Listing", { description: "A URL that a link may lead to, and that is listed as harmful" })
export class ListingType {
  @Weighs({ text: 20 })
  @Field(() => String, { description: "One of the link's URLs" })
  url!: string;

  @Field(() => String, { description: "Why it is listed, fit to be shown to people" })
  reason!: string;

  @Field(() => ListingSourceType, { description: "Who says so" })
  source!: ListingSource;
}

@ObjectType("Link", { description: "A short link" })
export class LinkType extends LinkOptionFields {
  @Field(() => GraphQLUUID, { description: "Identifier of the link" })
  id!: string;

  @Field(() => String, { description: "Names this version of the link, for ifMatch; clicks don't change it" })
  etag!: string;

  @Field(() => String, { description: "What the owner calls the link" })
  name!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { description: "Where the link leads" })
  originalUrl!: string;

  @Field(() => String, { description: "The short code, without the host" })
  shortUrl!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true, description: "What the owner has written about it" })
  note!: string | null;

  @Field(() => String, { nullable: true, description: "What a program of the owner's calls it" })
  externalId!: string | null;

  @Field(() => Boolean, { description: "Left out of lists; it goes on redirecting" })
  isArchived!: boolean;

  @Field(() => Boolean, { description: "As its owner has it; a banned link leads nowhere all the same" })
  isActive!: boolean;

  @Field(() => String, { nullable: true, description: "Why an operator has banned it; null for what isn't banned" })
  banReason!: string | null;

  @Field(() => ListingType, {
    nullable: true,
    description: "Why visitors get a warning instead of being led on; null for what isn't listed",
  })
  listing!: ListingType | null;

  @Field(() => GraphQLDateTime, { description: "When the link was made" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When the link was last changed" })
  updatedAt!: Date;

  groupId!: string | null;

  row!: LinkRow;
}

@ObjectType("LinkValue", { description: "A field of a link, as the history has it" })
export class LinkValueType {
  @Field(() => String, { description: "As in the history: name, originalUrl, shortUrl, or an option's name" })
  field!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true, description: "In words; null where it says nothing" })
  value!: string | null;
}

@ObjectType("LinkAt", { description: "A link as it was at a moment, by its events" })
export class LinkAtType extends LinkOptionFields {
  @Field(() => GraphQLDateTime, { description: "The moment" })
  at!: Date;

  @Field(() => Int, { description: "The version of the last event that counts" })
  version!: number;

  @Field(() => String, { description: "What the owner called the link" })
  name!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { description: "Where the link led" })
  originalUrl!: string;

  @Field(() => String, { description: "The short code, without the host" })
  shortUrl!: string;

  @Field(() => String, { nullable: true, description: "The name of its domain; null for the default one" })
  domainName!: string | null;

  @Field(() => GraphQLUUID, { nullable: true, description: "The group that it was in; it may be gone" })
  groupId!: string | null;

  @Field(() => String, { nullable: true, description: "What the group is called now; its id where it is gone" })
  groupName!: string | null;

  @Field(() => [String], { description: "What its tags are called now, by name; ids where they are gone" })
  tags!: readonly string[];

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true, description: "What the owner had written about it" })
  note!: string | null;

  @Field(() => String, { nullable: true, description: "What a program of the owner's called it" })
  externalId!: string | null;

  @Field(() => Boolean, { description: "Whether it was left out of lists" })
  isArchived!: boolean;

  @Field(() => Boolean, { description: "As its owner had it; a banned link leads nowhere all the same" })
  isActive!: boolean;

  @Field(() => String, { nullable: true, description: "Why an operator had banned it; null for what wasn't banned" })
  banReason!: string | null;

  @Field(() => ListingType, { nullable: true, description: "Why visitors got a warning; null for what wasn't listed" })
  listing!: ListingType | null;

  @Field(() => LinkStateType, {
    description:
      "What it did for visitors by its own events, which don't say whether a cap was used up or a domain served",
  })
  state!: ShownState;

  @Weighs({ cost: 0, length: 12 })
  @Field(() => [LinkValueType], { description: "Every field that had a value, in words" })
  values!: readonly LinkValueType[];

  @Weighs({ cost: 0, length: 5 })
  @Field(() => [LinkChangeType], { description: "What is different now: from what it was to what it is" })
  differences!: readonly LinkChangeType[];
}

@ObjectType("FieldError", { description: "A field that can't be taken" })
export class FailedFieldType implements FieldError {
  @Field(() => String, { description: "Name of the field" })
  field!: string;

  @Field(() => String, { description: "What is wrong with it, fit to be shown to people" })
  message!: string;
}

@ObjectType("Refusal", { description: "Why one thing among many was not done" })
export class RefusalType {
  @Field(() => String, { description: "As in the extensions of errors: VALIDATION_ERROR, CONFLICT_ERROR and so on" })
  type!: string;

  @Field(() => String, { description: "Fit to be shown to people" })
  message!: string;

  @Field(() => String, { nullable: true, description: "The field that it is about, of a conflict" })
  field!: string | null;

  @Weighs({ length: 4 })
  @Field(() => [FailedFieldType], { description: "Every field that can't be taken" })
  fields!: readonly FailedFieldType[];
}

@ObjectType("CreatedLink", { description: "A link that was to be made among others: it was made, found or refused" })
export class CreatedLinkType {
  @Field(() => LinkType, { nullable: true, description: "The new link; null where it was refused" })
  link!: LinkType | null;

  @Field(() => Boolean, { description: "Whether it was made just now: neither refused nor found" })
  created!: boolean;

  @Field(() => RefusalType, { nullable: true, description: "Why it was refused; null where it was made" })
  error!: RefusalType | null;
}

@ObjectType("FoundOrCreatedLink", { description: "A link that was found, or made" })
export class FoundOrCreatedLinkType {
  @Field(() => LinkType, { description: "The link" })
  link!: LinkType;

  @Field(() => Boolean, { description: "Whether it was made just now" })
  created!: boolean;
}

@ObjectType("PageInfo", { description: "Where a page ends" })
export class PageInfoType {
  @Field(() => String, {
    nullable: true,
    description: "Give it as `after` to get the next page; null on an empty page",
  })
  endCursor!: string | null;

  @Field(() => Boolean, { description: "Whether more follows" })
  hasNextPage!: boolean;
}

@ObjectType("LinkEdge", { description: "A link and its place in the list" })
export class LinkEdgeType {
  @Field(() => String, { description: "Give it as `after` to get what follows" })
  cursor!: string;

  @Field(() => LinkType, { description: "The link" })
  node!: LinkType;
}

@ObjectType("LinkConnection", { description: "A page of links" })
export class LinkConnectionType {
  @Field(() => [LinkEdgeType], { description: "The links of this page" })
  edges!: LinkEdgeType[];

  @Field(() => PageInfoType, { description: "Where this page ends" })
  pageInfo!: PageInfoType;

  /** Counted only where the count is requested. */
  list!: LinkList;
}

export function toLinkType(row: LinkRow): LinkType {
  const { id, name, originalUrl, code, isActive, banReason, createdAt, updatedAt, groupId, options } = row;
  const { note, externalId, archivedAt } = row;
  const own = { id, name, originalUrl, shortUrl: code, isActive, banReason, createdAt, updatedAt, groupId };
  return {
    ...own,
    etag: etagOf(row.revision),
    note,
    externalId,
    isArchived: archivedAt !== null,
    listing: listingIn(row),
    ...optionFields(options),
    row,
  };
}

export function toMadeLinkType({ link, created }: MadeLink): FoundOrCreatedLinkType {
  return { link: toLinkType(link), created };
}

export function toCreatedLinkType(answer: Created): CreatedLinkType {
  if (!(answer instanceof HoplogError)) return { ...toMadeLinkType(answer), error: null };
  const { type, message, details } = answer;
  return {
    link: null,
    created: false,
    error: { type, message, field: details.field ?? null, fields: details.fields ?? [] },
  };
}

export function toLinkAtType(linkAt: LinkAt): LinkAtType {
  const { link, at, version, groupName, tags, domain, state, values, differences } = linkAt;
  const { name, originalUrl, code, groupId, note, externalId, isArchived, isActive, banReason, listing, options } =
    link;
  const own = {
    name,
    originalUrl,
    shortUrl: code,
    groupId,
    note,
    externalId,
    isArchived,
    isActive,
    banReason,
    listing,
  };
  const known = { at, version, groupName, tags, domainName: domain?.name ?? null, state, values, differences };
  return { ...own, ...known, ...optionFields(options) };
}
