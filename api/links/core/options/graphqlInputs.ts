import { Field, InputType, Int } from "type-graphql";
import type { OptionsInput } from "./read.ts";
import { ConditionFieldType, ConditionOpType, ForwardQueryModeType } from "./graphqlEnums.ts";

// What is sent is read as over REST, whatever these types let pass.

@InputType("ConditionInput", { description: "One of all, any and not, or a question that field, op and values make" })
export class ConditionInput {
  @Field(() => [ConditionInput], { nullable: true, description: "Each of these must hold" })
  all?: readonly ConditionInput[] | null;

  @Field(() => [ConditionInput], { nullable: true, description: "One of these must hold" })
  any?: readonly ConditionInput[] | null;

  @Field(() => ConditionInput, { nullable: true, description: "This must not hold" })
  not?: ConditionInput | null;

  @Field(() => ConditionFieldType, { nullable: true, description: "What of the visit is looked at" })
  field?: string | null;

  @Field(() => ConditionOpType, { nullable: true, description: "How it is compared; absent where a field has but one" })
  op?: string | null;

  @Field(() => [String], { nullable: true, description: "What it is compared with, at most 100; none for exists" })
  values?: readonly string[] | null;

  @Field(() => String, { nullable: true, description: "The parameter's name, of query alone" })
  name?: string | null;
}

@InputType("SplitArmInput", { description: "One of the ways that a split leads" })
export class SplitArmInput {
  @Field(() => Int, { nullable: true, description: "Of an arm that the link has; absent for a new one" })
  number?: number | null;

  @Field(() => String, { nullable: true, description: "What the owner calls it" })
  name?: string | null;

  @Field(() => String, { description: "An http or https URL" })
  url!: string;

  @Field(() => Int, { description: "0 to 1000: its part of the visits is its weight by the sum of all weights" })
  weight!: number;
}

@InputType("SplitInput", { description: "Visits that are shared out among several destinations" })
export class SplitInput {
  @Field(() => [SplitArmInput], { description: "2 to 10" })
  arms!: readonly SplitArmInput[];

  @Field(() => Boolean, { nullable: true, description: "Whether a visitor who comes again gets the same arm" })
  sticky?: boolean | null;
}

@InputType("RuleActionInput", { description: "Where a rule leads: one of url, split and blocked" })
export class RuleActionInput {
  @Field(() => String, { nullable: true, description: "A destination" })
  url?: string | null;

  @Field(() => SplitInput, { nullable: true, description: "Several destinations" })
  split?: SplitInput | null;

  @Field(() => Boolean, { nullable: true, description: "True: nowhere, the visitor gets a page that says so" })
  blocked?: boolean | null;
}

@InputType("LinkRuleInput", { description: "The first rule whose condition holds decides where a visit leads" })
export class LinkRuleInput {
  @Field(() => Int, { nullable: true, description: "Of a rule that the link has; absent for a new one" })
  number?: number | null;

  @Field(() => String, { nullable: true, description: "What the owner calls it" })
  name?: string | null;

  @Field(() => ConditionInput, { description: "Which visits it is for" })
  when!: ConditionInput;

  @Field(() => RuleActionInput, { description: "Where it leads" })
  then!: RuleActionInput;
}

@InputType("LinkPreviewInput", { description: "What crawlers that make previews are shown" })
export class LinkPreviewInput {
  @Field(() => String, { nullable: true, description: "The title" })
  title?: string | null;

  @Field(() => String, { nullable: true, description: "The text below it" })
  description?: string | null;

  @Field(() => String, { nullable: true, description: "An image's URL" })
  imageUrl?: string | null;
}

/** The options among the fields of a new or edited link. */
@InputType({ description: "What a link has besides its URL; null clears it" })
export abstract class LinkOptionsInput implements OptionsInput {
  @Field(() => String, {
    nullable: true,
    description:
      "ISO 8601; without an offset it is meant in the link's time zone. Before it the link leads nowhere yet",
  })
  notBefore?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "As notBefore. From then on the link has expired; a day alone is valid to its end",
  })
  expiresAt?: string | null;

  @Field(() => String, { nullable: true, description: "Where the link leads once it has expired" })
  expiredUrl?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "So many people are redirected, counted from when it is set; then the link is used up",
  })
  maxClicks?: number | null;

  @Field(() => String, { nullable: true, description: "Where the link leads once it is used up" })
  maxClicksUrl?: string | null;

  @Field(() => String, { nullable: true, description: "IANA; UTC unless given" })
  timeZone?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "4 to 128 characters that visitors are asked for. Nobody can read it again: see hasPassword",
  })
  password?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the visitor's query goes on to the destination" })
  forwardQuery?: boolean | null;

  @Field(() => ForwardQueryModeType, {
    nullable: true,
    description: "Which of two parameters of one name the destination gets; theirsWin unless given",
  })
  forwardQueryMode?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the path behind the code goes on to the destination" })
  appendPath?: boolean | null;

  @Field(() => Int, { nullable: true, description: "301, 302, 307 or 308; 302 unless given" })
  redirectStatus?: number | null;

  @Field(() => LinkPreviewInput, { nullable: true, description: "What crawlers that make previews are shown" })
  preview?: LinkPreviewInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the short URL with a + behind it doesn't say where the link leads",
  })
  hideDestination?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether search engines may keep the link's preview" })
  allowIndexing?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the destination learns the click's id, as hop_id" })
  passClickId?: boolean | null;

  @Field(() => [LinkRuleInput], { nullable: true, description: "All of them, in their order: at most 32" })
  rules?: readonly LinkRuleInput[] | null;

  @Field(() => SplitInput, { nullable: true, description: "Where visits lead that no rule is for" })
  split?: SplitInput | null;
}
