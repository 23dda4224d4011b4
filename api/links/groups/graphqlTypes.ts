import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Float, Int, ObjectType } from "type-graphql";
import type { LinkRow } from "../core/linkRow.ts";

@ObjectType("Group", { description: "Links that belong together" })
export class GroupType {
  @Field(() => GraphQLUUID, { description: "Identifier of the group" })
  id!: string;

  @Field(() => String, { description: "What the owner calls the group" })
  name!: string;

  @Field(() => GraphQLDateTime, { description: "When the group was made" })
  createdAt!: Date;

  revision!: number;
}

@ObjectType("GroupStats", { description: "A group's own page" })
export class GroupStatsType {
  @Field(() => Int, { description: "Links in the group" })
  totalUrls!: number;

  @Field(() => Int, { description: "Clicks on the group's links in the range" })
  totalClicks!: number;

  @Field(() => Float, { description: "Per link, rounded to 2 decimals" })
  averageClicks!: number;

  readonly links!: readonly LinkRow[];
}
