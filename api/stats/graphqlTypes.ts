import { dimensions, filterDimensions } from "@hoplog/schema/clicks/dimensions.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { Weighs } from "../calls/weight.ts";

@InputType("StatsFilter", { description: "Exact values; absent means any, empty the unknown ones" })
export class StatsFilterInput {}

for (const { name, ...dimension } of filterDimensions) {
  const description = "description" in dimension ? dimension.description : undefined;
  Field(() => String, { nullable: true, ...(description && { description }) })(StatsFilterInput.prototype, name);
}

@ObjectType("Count")
export class CountType {
  @Field(() => String)
  value!: string;

  @Field(() => Int)
  clicks!: number;
}

@ObjectType("CountryCount")
export class CountryCountType {
  @Field(() => String, { description: "ISO 3166-1 alpha-2" })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Int)
  clicks!: number;
}

@ObjectType("DayCount")
export class DayCountType {
  @Field(() => String, { description: "Calendar day in the time zone asked for" })
  date!: string;

  @Field(() => Int)
  clicks!: number;
}

@ObjectType("LinkStats", { description: "Top lists hold at most 5 values and leave out what is unknown" })
export class LinkStatsType {
  @Field(() => Int)
  totalClicks!: number;

  @Field(() => Int, { description: "Told apart within one UTC day, and added up over the days" })
  uniqueVisitors!: number;

  @Field(() => Int)
  countries!: number;

  @Field(() => Int)
  browsers!: number;

  @Weighs({ length: 90 })
  @Field(() => [DayCountType], { description: "Without gaps" })
  clicksByDate!: readonly DayCountType[];

  @Weighs({ length: 100 })
  @Field(() => [CountryCountType], { description: "All countries, most clicks first" })
  clicksByCountry!: readonly CountryCountType[];
}

for (const { top, values } of dimensions) {
  Field(() => [values === "countries" ? CountryCountType : CountType])(LinkStatsType.prototype, top);
}

@ObjectType("LinkCount", { description: "All-time totals of a link" })
export class LinkCountType {
  @Field(() => GraphQLUUID)
  linkId!: string;

  @Field(() => Int)
  clicks!: number;

  @Field(() => Int)
  clicksWithBots!: number;
}

@ObjectType("AccountCount", { description: "All-time totals of an account" })
export class AccountCountType {
  @Field(() => Int)
  clicks!: number;

  @Field(() => Int)
  clicksWithBots!: number;
}

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
