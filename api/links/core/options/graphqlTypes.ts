import type { Condition } from "@hoplog/schema/links/options/condition.js";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";
import { Weighs } from "../../../kernel/calls/weight.ts";
import { ConditionFieldType, ConditionOpType, ForwardQueryModeType } from "./graphqlEnums.ts";

// None of it costs the databases anything: it comes with the link. Few links have rules, and few rules many conditions.
const conditions = { cost: 0, length: 2 };

@ObjectType("Condition", { description: "One of all, any and not, or a question that field, op and values make" })
export class ConditionType {
  @Weighs(conditions)
  @Field(() => [ConditionType], { nullable: true, description: "Each of these must hold" })
  all?: readonly Condition[] | null;

  @Weighs(conditions)
  @Field(() => [ConditionType], { nullable: true, description: "One of these must hold" })
  any?: readonly Condition[] | null;

  @Weighs({ cost: 0 })
  @Field(() => ConditionType, { nullable: true, description: "This must not hold" })
  not?: Condition | null;

  @Field(() => ConditionFieldType, { nullable: true, description: "What of the visit is looked at" })
  field?: string | null;

  @Field(() => ConditionOpType, { nullable: true, description: "How it is compared" })
  op?: string | null;

  @Weighs({ text: 2 })
  @Field(() => [String], { nullable: true, description: "What it is compared with; empty for exists" })
  values?: readonly string[] | null;

  @Field(() => String, { nullable: true, description: "The parameter's name, of query alone" })
  name?: string | null;
}

@ObjectType("SplitArm", { description: "One of the ways that a split leads" })
export class SplitArmType {
  @Field(() => Int, { description: "Never again another arm's of the link" })
  number!: number;

  @Field(() => String, { description: "What the owner calls it; may be empty" })
  name!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { description: "Where it leads" })
  url!: string;

  @Field(() => Int, { description: "Its part of the visits is its weight by the sum of all weights" })
  weight!: number;
}

@ObjectType("Split", { description: "Visits that are shared out among several destinations" })
export class SplitType {
  @Weighs({ cost: 0, length: 2 })
  @Field(() => [SplitArmType], { description: "2 to 10" })
  arms!: readonly SplitArmType[];

  @Field(() => Boolean, { description: "Whether a visitor who comes again gets the same arm" })
  sticky!: boolean;
}

@ObjectType("RuleAction", { description: "Where a rule leads: one of url, split and blocked" })
export class RuleActionType {
  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true, description: "A destination" })
  url?: string | null;

  @Weighs({ cost: 0 })
  @Field(() => SplitType, { nullable: true, description: "Several destinations" })
  split?: SplitType | null;

  @Field(() => Boolean, { nullable: true, description: "True: nowhere, the visitor gets a page that says so" })
  blocked?: boolean | null;
}

@ObjectType("LinkRule", { description: "The first rule whose condition holds decides where a visit leads" })
export class LinkRuleType {
  @Field(() => Int, { description: "Never again another rule's of the link" })
  number!: number;

  @Field(() => String, { description: "What the owner calls it; may be empty" })
  name!: string;

  @Weighs({ cost: 0 })
  @Field(() => ConditionType, { description: "Which visits it is for" })
  when!: Condition;

  @Weighs({ cost: 0 })
  @Field(() => RuleActionType, { description: "Where it leads" })
  then!: object;
}

@ObjectType("LinkPreview", { description: "What crawlers that make previews are shown" })
export class LinkPreviewType {
  @Field(() => String, { nullable: true, description: "The title" })
  title?: string | null | undefined;

  @Field(() => String, { nullable: true, description: "The text below it" })
  description?: string | null | undefined;

  @Field(() => String, { nullable: true, description: "An image's URL" })
  imageUrl?: string | null | undefined;
}

/** The options among the fields of a link; null is the default. */
@ObjectType({ description: "What a link has besides its URL" })
export abstract class LinkOptionFields {
  @Field(() => GraphQLDateTime, { nullable: true, description: "Before it the link leads nowhere yet" })
  notBefore!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "From then on the link has expired" })
  expiresAt!: Date | null;

  @Field(() => String, { nullable: true, description: "Where the link leads once it has expired; null: to a page" })
  expiredUrl!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "So many people are redirected, counted from when it was set; then the link is used up",
  })
  maxClicks!: number | null;

  @Field(() => String, { nullable: true, description: "Where the link leads once it is used up; null: to a page" })
  maxClicksUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "IANA: the time zone of the weekdays and hours of rules; null: UTC",
  })
  timeZone!: string | null;

  @Field(() => Boolean, { description: "Whether visitors are asked for a password" })
  hasPassword!: boolean;

  @Field(() => Boolean, { nullable: true, description: "Whether the visitor's query goes on to the destination" })
  forwardQuery!: boolean | null;

  @Field(() => ForwardQueryModeType, {
    nullable: true,
    description: "Which of two parameters of one name the destination gets; null: theirsWin",
  })
  forwardQueryMode!: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the path behind the code goes on to the destination" })
  appendPath!: boolean | null;

  @Field(() => Int, { nullable: true, description: "The HTTP status of redirects: 301, 307 or 308; null: 302" })
  redirectStatus!: number | null;

  @Weighs({ cost: 0 })
  @Field(() => LinkPreviewType, { nullable: true, description: "Null: crawlers are redirected as everybody is" })
  preview!: LinkPreviewType | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the short URL with a + behind it doesn't say where the link leads",
  })
  hideDestination!: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether search engines may keep the link's preview" })
  allowIndexing!: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the destination learns the click's id, as hop_id" })
  passClickId!: boolean | null;

  @Weighs({ cost: 0, length: 1 })
  @Field(() => [LinkRuleType], { nullable: true, description: "At most 32; the first whose condition holds decides" })
  rules!: readonly LinkRuleType[] | null;

  @Weighs({ cost: 0 })
  @Field(() => SplitType, {
    nullable: true,
    description: "Where visits lead that no rule is for, instead of originalUrl",
  })
  split!: SplitType | null;
}
