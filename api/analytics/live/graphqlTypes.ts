import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";
import { Weighs } from "../../kernel/calls/weight.ts";
import { ClickType } from "../link/graphqlTypes.ts";

@ObjectType("LiveCountry", { description: "Clicks from a country" })
export class LiveCountryType {
  @Field(() => String, { description: "ISO 3166-1 alpha-2; empty where unknown" })
  code!: string;

  @Field(() => Int, { description: "Of people" })
  people!: number;

  @Field(() => Int, { description: "Of bots" })
  bots!: number;
}

@ObjectType("LiveSlice", { description: "All clicks of ten seconds; a later one of the same time replaces it" })
export class LiveSliceType {
  @Field(() => GraphQLDateTime, { description: "Begin of the ten seconds" })
  at!: Date;

  @Field(() => Int, { description: "Clicks of people" })
  people!: number;

  @Field(() => Int, { description: "Clicks of bots" })
  bots!: number;

  @Weighs({ length: 10 })
  @Field(() => [LiveCountryType], { description: "Most clicks first" })
  countries!: readonly LiveCountryType[];
}

@ObjectType("LiveClick", { description: "A click and the link that was clicked" })
export class LiveClickType extends ClickType {
  @Field(() => GraphQLUUID, { description: "The link that was clicked" })
  linkId!: string;

  @Field(() => String, { description: "Its name; empty for a link that is gone" })
  linkName!: string;

  @Field(() => String, { description: "Its code; empty for a link that is gone" })
  code!: string;
}

@ObjectType("LiveEvent", { description: "What has changed among the clicks of the last 30 minutes" })
export class LiveEventType {
  @Field(() => GraphQLDateTime, { description: "When it was read, by the server's clock" })
  at!: Date;

  @Field(() => Boolean, { description: "Whether the slices are the whole window, whatever came before" })
  reset!: boolean;

  @Field(() => Int, { description: "Clicks of people that were counted since the event before; 0 at a reset" })
  people!: number;

  @Field(() => Int, { description: "Clicks of bots that were counted since the event before; 0 at a reset" })
  bots!: number;

  @Weighs({ length: 180 })
  @Field(() => [LiveSliceType], { description: "Those that have changed, or all; oldest first, without empty ones" })
  slices!: readonly LiveSliceType[];

  @Weighs({ length: 50 })
  @Field(() => [LiveClickType], { description: "Some of the clicks, oldest first; all while they are few" })
  clicks!: readonly LiveClickType[];

  @Field(() => Int, { description: "Of how many clicks those are" })
  sampledOf!: number;
}
