import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { Weighs } from "../calls/weight.ts";
import type { LinkFilter } from "./filter.ts";
import type { LinkRow } from "./linkRow.ts";
import type { LinkSort } from "./sort.ts";

@InputType()
export class CreateLinkInput {
  @Field(() => String)
  name!: string;

  @Field(() => String)
  originalUrl!: string;

  @Field(() => String, { nullable: true, description: "A code of one's own; blank or absent: one is made" })
  shortUrl?: string | null;

  @Field(() => GraphQLUUID, { nullable: true })
  groupId?: string | null;
}

@InputType({ description: "What is absent stays as it is" })
export class UpdateLinkInput {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  originalUrl?: string | null;

  @Field(() => String, { nullable: true, description: "Blank keeps the code" })
  shortUrl?: string | null;

  @Field(() => GraphQLUUID, { nullable: true, description: "Null takes the link out of its group" })
  groupId?: string | null;
}

@InputType()
export class LinkFilterInput {
  @Field(() => String, { nullable: true, description: "Part of the name, original URL or code, in any case" })
  search?: string | null;

  @Field(() => Boolean, { nullable: true })
  isActive?: boolean | null;

  @Field(() => GraphQLUUID, { nullable: true })
  groupId?: string | null;
}

export const LinkSortField = { NAME: "name", CREATED: "created", CLICKS: "clicks" } as const;
registerEnumType(LinkSortField, { name: "LinkSortField", description: "Names compare without case" });

export const SortDirection = { ASC: "asc", DESC: "desc" } as const;
registerEnumType(SortDirection, { name: "SortDirection" });

@InputType("LinkSort")
export class LinkSortInput implements LinkSort {
  @Field(() => LinkSortField)
  field!: LinkSort["field"];

  @Field(() => SortDirection)
  direction!: LinkSort["direction"];
}

@ObjectType("LinkChange")
export class LinkChangeType {
  @Field(() => String, { description: "name, originalUrl, shortUrl, group, isActive or ban" })
  field!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true })
  from!: string | null;

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true })
  to!: string | null;
}

@ObjectType("LinkHistoryEntry", { description: "What one person did in one go" })
export class LinkHistoryEntryType {
  @Field(() => Int, { description: "What revertLink takes" })
  version!: number;

  @Field(() => GraphQLDateTime)
  at!: Date;

  @Field(() => String, { nullable: true, description: "The user's name, or An operator; null for the system" })
  by!: string | null;

  @Field(() => String, { description: "The event's type; LinkEdited for several at once" })
  type!: string;

  @Field(() => [LinkChangeType])
  changes!: readonly LinkChangeType[];

  @Field(() => Boolean, { description: "Whether a revert would change the link as it is now" })
  revertible!: boolean;
}

@ObjectType("Link", { description: "A short link" })
export class LinkType {
  @Field(() => GraphQLUUID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Weighs({ text: 20 })
  @Field(() => String)
  originalUrl!: string;

  @Field(() => String, { description: "The short code, without the host" })
  shortUrl!: string;

  @Field(() => Boolean, { description: "As its owner has it; a banned link leads nowhere all the same" })
  isActive!: boolean;

  @Field(() => String, { nullable: true, description: "Why an operator has banned it; null for what isn't banned" })
  banReason!: string | null;

  @Field(() => GraphQLDateTime)
  createdAt!: Date;

  @Field(() => GraphQLDateTime)
  updatedAt!: Date;

  groupId!: string | null;

  domain!: number;
}

@ObjectType("PageInfo")
export class PageInfoType {
  @Field(() => String, { nullable: true })
  endCursor!: string | null;

  @Field(() => Boolean)
  hasNextPage!: boolean;
}

@ObjectType("LinkEdge")
export class LinkEdgeType {
  @Field(() => String)
  cursor!: string;

  @Field(() => LinkType)
  node!: LinkType;
}

@ObjectType("LinkConnection")
export class LinkConnectionType {
  @Field(() => [LinkEdgeType])
  edges!: LinkEdgeType[];

  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;

  /** What the links of all pages match: counted only where the count is asked for. */
  filter!: LinkFilter;
}

export function toLinkType({
  id,
  name,
  originalUrl,
  code,
  isActive,
  banReason,
  createdAt,
  updatedAt,
  groupId,
  domain,
}: LinkRow): LinkType {
  return { id, name, originalUrl, shortUrl: code, isActive, banReason, createdAt, updatedAt, groupId, domain };
}
