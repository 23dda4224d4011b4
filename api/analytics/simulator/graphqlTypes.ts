import { Field, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import { GraphQLDateTime } from "graphql-scalars";
import type { Outcome } from "./tryLink.ts";

export const OutcomeType = enumType<Outcome>("TrialOutcome", "What a visitor of a link meets", {
  redirect: "They are redirected",
  preview: "A crawler is shown the link's preview",
  blocked: "A rule refuses them",
  notYet: "The link does not work yet",
  expired: "The link works no more",
  usedUp: "As many people as the link's cap allows have been redirected",
  uncounted: "They are no person: a link with a cap leads them nowhere",
  inactive: "Its owner has switched it off",
  banned: "An operator has banned it",
  listed: "It may lead to a URL that is listed as harmful: they get a warning",
  password: "They are asked for a password",
  unreachable: "Its domain is not served",
});

@InputType("VisitorInput", { description: "A made-up visitor; what is absent is not known of them" })
export class VisitorInput {
  @Field(() => String, { nullable: true, description: "ISO 3166-1 alpha-2; goes before the address" })
  country?: string | null;

  @Field(() => String, { nullable: true, description: "The browser's User-Agent" })
  userAgent?: string | null;

  @Field(() => String, { nullable: true, description: "As Accept-Language has it: de-AT,de;q=0.9" })
  language?: string | null;

  @Field(() => String, { nullable: true, description: "The short URL's query" })
  query?: string | null;

  @Field(() => String, { nullable: true, description: "The URL of the page that they come from" })
  referrer?: string | null;

  @Field(() => String, { nullable: true, description: "An IP address" })
  address?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When they come; absent: now" })
  at?: Date | null;
}

@ObjectType("Trial", { description: "What a made-up visitor of a link would meet" })
export class TrialType {
  @Field(() => OutcomeType, { description: "What they meet" })
  outcome!: Outcome;

  @Field(() => String, { nullable: true, description: "Where they are led; null where they get a page" })
  url!: string | null;

  @Field(() => Int, { nullable: true, description: "Number of the rule that decides" })
  rule!: number | null;

  @Field(() => Int, { nullable: true, description: "Number of the arm that decides" })
  arm!: number | null;

  @Field(() => [String], { description: "Rule by rule, and what decides in the end" })
  explanation!: readonly string[];
}

@ObjectType("ReplayedClicks", { description: "How many clicks went one way" })
export class ReplayedClicksType {
  @Field(() => Int, { description: "All of them" })
  clicks!: number;

  @Field(() => Int, { description: "Those of people" })
  people!: number;
}

@ObjectType("ReplayedRule", { description: "The clicks that a rule would have been the first to match" })
export class ReplayedRuleType extends ReplayedClicksType {
  @Field(() => Int, { description: "The rule's number" })
  number!: number;

  @Field(() => String, { description: "What the owner calls it" })
  name!: string;
}

@ObjectType("Replay", { description: "Where past clicks would have gone" })
export class ReplayType {
  @Field(() => ReplayedClicksType, { description: "All clicks of the range" })
  total!: ReplayedClicksType;

  @Field(() => [ReplayedRuleType], { description: "By rule, in their order" })
  rules!: readonly ReplayedRuleType[];

  @Field(() => ReplayedClicksType, { description: "No rule matches" })
  noRule!: ReplayedClicksType;

  @Field(() => ReplayedClicksType, { description: "It can't be told which rule would have matched first" })
  undetermined!: ReplayedClicksType;

  @Field(() => [String], { description: "What the rules ask that is not kept, or not of every click" })
  unavailable!: readonly string[];
}
