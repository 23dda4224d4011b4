import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";

@ObjectType("Click", { description: "One recorded visit; unknown texts are empty" })
export class ClickType {
  @Field(() => GraphQLUUID)
  id!: string;

  @Field(() => GraphQLDateTime)
  timestamp!: Date;

  @Field(() => String)
  country!: string;

  @Field(() => String)
  countryCode!: string;

  @Field(() => String)
  city!: string;

  @Field(() => String)
  regionName!: string;

  @Field(() => String)
  isp!: string;

  @Field(() => String, { description: "mobile, desktop, tablet or Unknown" })
  device!: string;

  @Field(() => String)
  browser!: string;

  @Field(() => String)
  browserVersion!: string;

  @Field(() => String)
  operatingSystem!: string;

  @Field(() => String, { description: "Host; empty for direct visits" })
  referrer!: string;

  @Field(() => Boolean)
  isBot!: boolean;

  @Field(() => String, { description: "The rule that said so; empty for people" })
  botReason!: string;
}

@ObjectType("ClickPage")
export class ClickPageType {
  @Field(() => [ClickType])
  clicks!: readonly ClickType[];

  @Field(() => Int, { description: "Of all pages together, people and bots" })
  totalCount!: number;

  @Field(() => String, { nullable: true })
  endCursor!: string | null;

  @Field(() => Boolean)
  hasNextPage!: boolean;
}
