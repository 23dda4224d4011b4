import { GraphQLDateTime } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../../kernel/calls/enumType.ts";
import { Weighs } from "../../../kernel/calls/weight.ts";
import type { VerdictFilter, VerdictQuestion } from "./question.ts";
import type { VerdictField } from "./tops.ts";

export const BotFieldType = enumType<VerdictField>("BotField", "What judged clicks are listed by", {
  reason: "Why they were judged so, such as `crawler: Googlebot`",
  agent: "The user agent as it was sent",
  network: "Number of the autonomous system",
  referrer: "Host of the page that they came from; empty for none",
});

@InputType("BotFilter", { description: "Exact values; all of them must hold" })
export class BotFilterInput implements VerdictFilter {
  @Field(() => String, { nullable: true, description: "Why they were judged so" })
  reason?: string | null;

  @Field(() => String, { nullable: true, description: "The user agent as it was sent" })
  agent?: string | null;

  @Field(() => String, { nullable: true, description: "Number of the autonomous system; 0 where unknown" })
  network?: string | null;
}

@ObjectType("BotKind", { description: "A kind of reason, and the clicks that were judged so" })
export class BotKindType {
  @Field(() => String, { description: "What stands before the colon of a reason, such as `crawler`" })
  kind!: string;

  @Field(() => Int, { description: "Clicks" })
  clicks!: number;
}

@ObjectType("BotFigures", { description: "How many clicks were judged so" })
export class BotFiguresType {
  @Field(() => Int, { description: "Clicks" })
  clicks!: number;

  @Field(() => Int, { description: "Links that they were of" })
  links!: number;

  @Weighs({ length: 12 })
  @Field(() => [BotKindType], { description: "Most clicks first; none of people" })
  kinds!: readonly BotKindType[];
}

@ObjectType("BotPoint", { description: "An hour, day, week or month, and its clicks" })
export class BotPointType {
  @Field(() => String, { description: "Begin of an hour in ISO 8601, or the first day as YYYY-MM-DD" })
  at!: string;

  @Field(() => Int, { description: "Clicks" })
  clicks!: number;
}

@ObjectType("BotValue", { description: "A value, its clicks, and why they were judged so" })
export class BotValueType {
  @Field(() => String, { description: "A network by its number; empty for none, or where it isn't kept any more" })
  value!: string;

  @Field(() => String, { description: "The value, or who runs the network; empty where unknown" })
  name!: string;

  @Weighs({ length: 10 })
  @Field(() => [String], { description: "Why, at most ten; none of people" })
  reasons!: readonly string[];

  @Weighs({ length: 3 })
  @Field(() => [Int], { description: "Versions of the rules that judged them; 0 where it was not kept" })
  rulesVersions!: readonly number[];

  @Field(() => Int, { description: "Clicks" })
  clicks!: number;

  @Field(() => GraphQLDateTime, { description: "Of the latest of them" })
  lastAt!: Date;
}

@ObjectType("BotTop", { description: "The values of a field with the most judged clicks" })
export class BotTopType {
  @Field(() => BotFieldType, { description: "The field" })
  field!: VerdictField;

  @Field(() => [BotValueType], { description: "Most clicks first" })
  rows!: readonly BotValueType[];

  @Field(() => Int, { description: "How many there are" })
  distinct!: number;
}

@ObjectType("ClassifiedClick", { description: "A click with all that its verdict rests on" })
export class ClassifiedClickType {
  readonly linkId!: string;

  @Field(() => String, { description: "Id of the click" })
  id!: string;

  @Field(() => GraphQLDateTime, { description: "When it was answered" })
  timestamp!: Date;

  @Field(() => Boolean, { description: "Whether it was taken for a bot's" })
  isBot!: boolean;

  @Field(() => String, { description: "Why; empty for people" })
  botReason!: string;

  @Field(() => Int, { description: "Version of the rules that judged it; 0 where it was not kept" })
  rulesVersion!: number;

  @Field(() => String, { description: "As it was sent; empty for none, and where it isn't kept any more" })
  userAgent!: string;

  @Field(() => String, { description: "Number of the autonomous system; 0 where unknown" })
  network!: string;

  @Field(() => String, { description: "Who runs the network; empty where unknown" })
  isp!: string;

  @Field(() => String, { description: "Host of the page that it came from; empty for none" })
  referrer!: string;

  @Field(() => String, { description: "Name of the country; empty where unknown" })
  country!: string;

  @Field(() => String, { description: "ISO 3166-1 alpha-2; empty where unknown" })
  countryCode!: string;

  @Field(() => String, { description: "mobile, desktop, tablet or Unknown" })
  device!: string;

  @Field(() => String, { description: "The browser's name; empty where unknown" })
  browser!: string;

  @Field(() => String, { description: "The system's name; empty where unknown" })
  operatingSystem!: string;
}

@ObjectType("ClassifiedClicks", {
  description: "Clicks that were taken for bots, or for people; each field is counted when it is asked for",
})
export class ClassifiedClicksType {
  readonly question!: VerdictQuestion;
}
