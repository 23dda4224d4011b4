import { dimensions, filterNames } from "@hoplog/schema/clicks/dimensions.js";
import { filterFields } from "@hoplog/schema/clicks/filters.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/contract/enumeration.ts";
import { Weighs } from "../../kernel/calls/weight.ts";

@InputType("StatsFilter", { description: "Exact values; absent means any, empty the unknown ones" })
export class StatsFilterInput {}

for (const { name, description } of filterFields.filter((field) => filterNames.some((name) => name === field.name))) {
  Field(() => String, { nullable: true, description })(StatsFilterInput.prototype, name);
}

@ObjectType("Count", { description: "A value, and how many clicks have it" })
export class CountType {
  @Field(() => String, { description: "The value as it was recorded" })
  value!: string;

  @Field(() => Int, { description: "Visits with this value" })
  clicks!: number;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Of referrers and sources: whether it is a host of this installation's short links; null in other lists",
  })
  isOwn?: boolean | undefined;
}

@ObjectType("CountryCount", { description: "A country, and how many clicks come from it" })
export class CountryCountType {
  @Field(() => String, { description: "ISO 3166-1 alpha-2" })
  code!: string;

  @Field(() => String, { description: "Name of the country in English" })
  name!: string;

  @Field(() => Int, { description: "Visits from this country" })
  clicks!: number;
}

@ObjectType("DayCount", { description: "A day, and how many there were" })
export class DayCountType {
  @Field(() => String, { description: "Calendar day in the time zone asked for" })
  date!: string;

  @Field(() => Int, { description: "How many there were on this day" })
  clicks!: number;
}

@ObjectType("DecidedClicks", { description: "Clicks of a link that went one way" })
export class DecidedClicksType {
  @Field(() => Int, { description: "Number of the rule that decided; 0 for none" })
  rule!: number;

  @Field(() => Int, { description: "Number of the arm that they went to; 0 for none" })
  arm!: number;

  @Field(() => Int, { description: "All of them" })
  clicks!: number;

  @Field(() => Int, { description: "Those of people" })
  people!: number;
}

export const EffectSpan = enumType("EffectSpan", "How long before and after an edit clicks are counted", {
  hour: "An hour",
  day: "24 hours",
  week: "7 days",
  month: "30 days",
});

@ObjectType("EditEffect", { description: "The clicks of a link for equal spans before and after one of its edits" })
export class EditEffectType {
  @Field(() => Int, { description: "The edit, as the history calls it" })
  version!: number;

  @Field(() => GraphQLDateTime, { description: "When it was done: the first span ends and the second begins" })
  at!: Date;

  @Field(() => GraphQLDateTime, { description: "Where the first span begins" })
  from!: Date;

  @Field(() => GraphQLDateTime, { description: "Where the second span ends, without this moment" })
  to!: Date;

  @Field(() => Int, { description: "Clicks in the first span" })
  before!: number;

  @Field(() => Int, { description: "Clicks in the second span" })
  after!: number;

  @Field(() => Boolean, {
    description: "Whether the second span would go on: both are as long as it has lasted so far",
  })
  isOngoing!: boolean;

  @Field(() => Int, { description: "Other edits that lie within the spans" })
  otherEdits!: number;
}

@ObjectType("LinkStats", { description: "Top lists hold at most 5 values and leave out what is unknown" })
export class LinkStatsType {
  @Field(() => Int, { description: "Clicks in the range" })
  totalClicks!: number;

  @Field(() => Int, { description: "Told apart within one UTC day, and added up over the days" })
  uniqueVisitors!: number;

  @Field(() => Int, { description: "Different countries" })
  countries!: number;

  @Field(() => Int, { description: "Different browsers" })
  browsers!: number;

  @Weighs({ length: 90 })
  @Field(() => [DayCountType], {
    description: "Without gaps, but for days without clicks more than ten years before the last",
  })
  clicksByDate!: readonly DayCountType[];

  @Weighs({ length: 100 })
  @Field(() => [CountryCountType], { description: "All countries, most clicks first" })
  clicksByCountry!: readonly CountryCountType[];
}

for (const { top, values } of dimensions) {
  const type = values === "countries" ? CountryCountType : CountType;
  Field(() => [type], { description: "Most clicks first" })(LinkStatsType.prototype, top);
}

@ObjectType("LinkCount", { description: "All-time totals of a link" })
export class LinkCountType {
  @Field(() => GraphQLUUID, { description: "The link that was just clicked" })
  linkId!: string;

  @Field(() => Int, { description: "Of people" })
  clicks!: number;

  @Field(() => Int, { description: "Of people and bots" })
  clicksWithBots!: number;
}

@ObjectType("WorkspaceCount", { description: "All-time totals of an account" })
export class AccountCountType {
  @Field(() => Int, { description: "Of people" })
  clicks!: number;

  @Field(() => Int, { description: "Of people and bots" })
  clicksWithBots!: number;
}

@ObjectType("Click", { description: "One recorded visit; unknown texts are empty" })
export class ClickType {
  @Field(() => GraphQLUUID, { description: "Unique among all clicks" })
  id!: string;

  @Field(() => GraphQLDateTime, { description: "When the redirect was answered" })
  timestamp!: Date;

  @Field(() => String, { description: "Name of the country in English" })
  country!: string;

  @Field(() => String, { description: "ISO 3166-1 alpha-2" })
  countryCode!: string;

  @Field(() => String, { description: "Name of the city in English" })
  city!: string;

  @Field(() => String, { description: "Name of the region in English" })
  regionName!: string;

  @Field(() => String, { description: "Name of the network's operator" })
  isp!: string;

  @Field(() => String, { description: "mobile, desktop, tablet or Unknown" })
  device!: string;

  @Field(() => String, { description: "Name of the browser" })
  browser!: string;

  @Field(() => String, { description: "Major version of the browser" })
  browserVersion!: string;

  @Field(() => String, { description: "Name of the operating system" })
  operatingSystem!: string;

  @Field(() => String, { description: "Host; empty for direct visits" })
  referrer!: string;

  @Field(() => Boolean, { description: "Whether it counts as a bot's visit" })
  isBot!: boolean;

  @Field(() => String, { description: "The rule that said so; empty for people" })
  botReason!: string;
}

@ObjectType("ClickPage", { description: "A page of the click log" })
export class ClickPageType {
  @Field(() => [ClickType], { description: "Newest first" })
  clicks!: readonly ClickType[];

  @Field(() => Int, { description: "Of all pages together, people and bots" })
  totalCount!: number;

  @Field(() => String, {
    nullable: true,
    description: "Give it as `after` to get the next page; null on an empty page",
  })
  endCursor!: string | null;

  @Field(() => Boolean, { description: "Whether more clicks follow" })
  hasNextPage!: boolean;
}
