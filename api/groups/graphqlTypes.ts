import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Float, Int, ObjectType } from "type-graphql";
import { LinkType } from "../links/graphqlTypes.ts";

@ObjectType("Group", { description: "Links that belong together" })
export class GroupType {
  @Field(() => GraphQLUUID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => GraphQLDateTime)
  createdAt!: Date;
}

@ObjectType("GroupStats")
export class GroupStatsType {
  @Field(() => Int)
  totalUrls!: number;

  @Field(() => Int)
  totalClicks!: number;

  @Field(() => Float, { description: "Per link, rounded to 2 decimals" })
  averageClicks!: number;

  @Field(() => [LinkType], { description: "Newest first, at most 100; links(filter:) pages through all" })
  urls!: LinkType[];
}
