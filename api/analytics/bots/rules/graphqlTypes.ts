import type { OwnVerdict, OwnVerdictField, VerdictKind } from "@hoplog/schema/bots/workspaceRules.js";
import { limits } from "@hoplog/schema/limits.js";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../../kernel/calls/enumType.ts";
import { Weighs } from "../../../kernel/calls/weight.ts";

const VerdictFieldType = enumType<OwnVerdictField>("VerdictField", "What of a visit a verdict looks at", {
  agent: "A part of the user agent, in upper or lower case",
  network: "The number of an autonomous system",
  referrer: "A host, with all below it",
});

const VerdictKindType = enumType<VerdictKind>("VerdictKind", "What an owner takes visitors for", {
  person: "A person",
  bot: "A bot",
});

@ObjectType("OwnVerdict", { description: "What an owner says of visitors" })
export class OwnVerdictType implements OwnVerdict {
  @Field(() => VerdictFieldType, { description: "What it looks at" })
  field!: OwnVerdictField;

  @Field(() => String, { description: "What it looks for" })
  value!: string;

  @Field(() => VerdictKindType, { description: "What such visitors are" })
  verdict!: VerdictKind;
}

@InputType("OwnVerdictInput", { description: "What an owner says of visitors" })
export class OwnVerdictInput implements OwnVerdict {
  @Field(() => VerdictFieldType, { description: "What it looks at" })
  field!: OwnVerdictField;

  @Field(() => String, { description: "What it looks for" })
  value!: string;

  @Field(() => VerdictKindType, { description: "What such visitors are" })
  verdict!: VerdictKind;
}

@ObjectType("OwnParameter", { description: "A parameter of the short URL that marks own visits" })
export class OwnParameterType {
  @Field(() => String, { description: "Its name" })
  name!: string;

  @Field(() => String, { description: "Its value, a secret" })
  value!: string;
}

@InputType("OwnParameterInput", { description: "A parameter of the short URL that marks own visits" })
export class OwnParameterInput {
  @Field(() => String, { description: "Its name" })
  name!: string;

  @Field(() => String, { description: "Its value, a secret" })
  value!: string;
}

@ObjectType("BotRules", { description: "By which visits are classified besides the built-in rules" })
export class BotRulesType {
  @Field(() => Int, { description: "To be named when they are changed; 0 where there never were any" })
  version!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Since when they hold" })
  since!: Date | null;

  @Weighs({ length: limits.ownVerdictsMax / 4 })
  @Field(() => [OwnVerdictType], { description: "The first that fits a visit decides" })
  verdicts!: readonly OwnVerdictType[];

  @Weighs({ length: limits.ownAddressesMax / 4 })
  @Field(() => [String], { description: "Addresses and networks of one's own" })
  addresses!: readonly string[];

  @Field(() => OwnParameterType, { nullable: true, description: "What marks own visits" })
  parameter!: OwnParameterType | null;
}

@InputType("BotRulesInput", { description: "In place of all rules that there are" })
export class BotRulesInput {
  @Field(() => Int, { nullable: true, description: "Refused where the rules have another version by now" })
  version?: number | null;

  @Field(() => [OwnVerdictInput], { defaultValue: [], description: "The first that fits a visit decides" })
  verdicts!: OwnVerdictInput[];

  @Field(() => [String], { defaultValue: [], description: "Addresses and networks of one's own, in CIDR" })
  addresses!: string[];

  @Field(() => OwnParameterInput, { nullable: true, description: "What marks own visits; absent: nothing" })
  parameter?: OwnParameterInput | null;
}

@ObjectType("BotChange", { description: "A day and a link, and the clicks that would be classified otherwise" })
export class BotChangeType {
  @Field(() => String, { description: "YYYY-MM-DD" })
  day!: string;

  @Field(() => String, { description: "Id of the link" })
  linkId!: string;

  @Field(() => Int, { description: "Clicks that would be bots'" })
  toBots!: number;

  @Field(() => Int, { description: "Clicks that would be people's" })
  toPeople!: number;

  @Field(() => Int, { description: "Clicks of bots that would have another reason" })
  otherReasons!: number;
}

@ObjectType("BotTrial", { description: "What rules would change among the clicks whose user agents are kept" })
export class BotTrialType {
  @Field(() => Int, { description: "Clicks that can be classified again" })
  classified!: number;

  @Field(() => Int, { description: "Clicks that would be bots'" })
  toBots!: number;

  @Field(() => Int, { description: "Clicks that would be people's" })
  toPeople!: number;

  @Field(() => Int, { description: "Clicks of bots that would have another reason" })
  otherReasons!: number;

  @Weighs({ length: 50 })
  @Field(() => [BotChangeType], { description: "The 50 days and links with the most changes" })
  rows!: readonly BotChangeType[];
}
