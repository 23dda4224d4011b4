import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";

@ObjectType("Group", { description: "Links that belong together" })
export class GroupType {
  @Field(() => GraphQLUUID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => GraphQLDateTime)
  createdAt!: Date;
}
