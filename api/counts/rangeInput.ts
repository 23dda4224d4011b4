import { GraphQLDateTime } from "graphql-scalars";
import { Field, InputType } from "type-graphql";

@InputType("Range", { description: "Half-open; an absent end is open" })
export class RangeInput {
  @Field(() => GraphQLDateTime, { nullable: true })
  from?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true })
  to?: Date | null;
}
