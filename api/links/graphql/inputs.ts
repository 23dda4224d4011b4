import { GraphQLUUID } from "graphql-scalars";
import { Field, InputType, registerEnumType } from "type-graphql";
import type { LinkSort } from "../sort.ts";

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
