import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import type { LinkFilter } from "../filter.ts";
import type { LinkRow } from "../linkRow.ts";

@ObjectType("Link", { description: "A short link" })
export class LinkType {
  @Field(() => GraphQLUUID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  originalUrl!: string;

  @Field(() => String, { description: "The short code, without the host" })
  shortUrl!: string;

  @Field(() => Boolean)
  isActive!: boolean;

  @Field(() => GraphQLDateTime)
  createdAt!: Date;

  @Field(() => GraphQLDateTime)
  updatedAt!: Date;

  groupId!: string | null;
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
  createdAt,
  updatedAt,
  groupId,
}: LinkRow): LinkType {
  return { id, name, originalUrl, shortUrl: code, isActive, createdAt, updatedAt, groupId };
}
