import { GraphQLDateTime } from "graphql-scalars";
import { Field, InputType } from "type-graphql";

@InputType("Range", { description: "Half-open; an absent end is open" })
export class RangeInput {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "First moment of the range; absent: from the beginning",
  })
  from?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "First moment behind the range; absent: up to now" })
  to?: Date | null;
}
