import { GraphQLDateTime } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import type { MissFilter, MissQuestion, MissField } from "./question.ts";
import type { MissReason } from "./reasons.ts";

export const MissReasonType = enumType<MissReason>("MissReason", "Why a visit led nowhere", {
  unknown: "No link has the code",
  unknownHost: "Nothing is served under the host",
  baseUrl: "The bare host",
  inactive: "The link is switched off, by its owner or by a ban",
  expired: "The link has expired",
  notYet: "The link does not lead on yet",
  usedUp: "All visits of the link are used up",
  wrongPassword: "The password was wrong",
  blocked: "A rule of the link blocks the visitor",
  listed: "The destination is listed as a bad one",
  banned: "The link is banned",
});

export const MissFieldType = enumType<MissField>(
  "MissField",
  "What of a visit that led nowhere top lists are made of",
  {
    referrer: "Host of the page that it came from; empty for none",
    host: "Host that was asked for",
    country: "ISO 3166-1 alpha-2; empty where unknown",
  },
);

@InputType("MissFilter", { description: "Exact values; all of them must hold" })
export class MissFilterInput implements MissFilter {
  @Field(() => MissReasonType, { nullable: true, description: "Why they led nowhere" })
  reason?: MissReason | null;

  @Field(() => String, { nullable: true, description: "The code that was asked for" })
  code?: string | null;

  @Field(() => String, { nullable: true, description: "Host of the page that they came from; empty for none" })
  referrer?: string | null;

  @Field(() => String, { nullable: true, description: "The host that was asked for" })
  host?: string | null;

  @Field(() => String, { nullable: true, description: "ISO 3166-1 alpha-2" })
  country?: string | null;
}

@ObjectType("MissReasonCount", { description: "How many visits led nowhere for a reason" })
export class MissReasonCountType {
  @Field(() => MissReasonType, { description: "The reason" })
  reason!: MissReason;

  @Field(() => Int, { description: "Of people" })
  people!: number;

  @Field(() => Int, { description: "Of bots" })
  bots!: number;
}

@ObjectType("MissFigures", { description: "How many visits led nowhere, and why" })
export class MissFiguresType {
  @Field(() => Int, { description: "Those that are counted: of people, or of people and bots" })
  visits!: number;

  @Field(() => Int, { description: "Of people" })
  people!: number;

  @Field(() => Int, { description: "Of bots" })
  bots!: number;

  @Weighs({ length: 11 })
  @Field(() => [MissReasonCountType], { description: "The reasons that there are" })
  reasons!: readonly MissReasonCountType[];
}

@ObjectType("MissPoint", { description: "An hour, day, week or month, and its visits that led nowhere" })
export class MissPointType {
  @Field(() => String, { description: "Begin of an hour in ISO 8601, or the first day as YYYY-MM-DD" })
  at!: string;

  @Field(() => Int, { description: "Visits that are counted" })
  visits!: number;
}

@ObjectType("MissedCode", { description: "A code that led nowhere for a reason; none for a bare or unknown host" })
export class MissedCodeType {
  readonly ownerId!: string;
  readonly number!: number;
  readonly link!: LinkRow | null;

  @Field(() => String, { description: "As it was asked for; empty for a bare or unknown host" })
  code!: string;

  @Field(() => String, { nullable: true, description: "Name of the domain of one's own; null for any other host" })
  domain!: string | null;

  @Field(() => String, { description: "Host as it was last asked for" })
  host!: string;

  @Field(() => MissReasonType, { description: "Why it led nowhere" })
  reason!: MissReason;

  @Field(() => Int, { description: "Visits that are counted" })
  visits!: number;

  @Field(() => GraphQLDateTime, { description: "Of the latest of them" })
  lastAt!: Date;

  @Field(() => Boolean, { description: "Whether a link with this code would lead such visitors on" })
  canCreate!: boolean;
}

@ObjectType("MissedCodes", { description: "The codes that led nowhere most often" })
export class MissedCodesType {
  @Field(() => [MissedCodeType], { description: "Most visits first" })
  rows!: readonly MissedCodeType[];

  @Field(() => Int, { description: "How many there are" })
  distinct!: number;
}

@ObjectType("MissValue", { description: "A value, and the visits with it" })
export class MissValueType {
  @Field(() => String, { description: "Empty: unknown, or none" })
  value!: string;

  @Field(() => Int, { description: "Visits that are counted" })
  visits!: number;
}

@ObjectType("MissTop", { description: "The values of a field with the most visits that led nowhere" })
export class MissTopType {
  @Field(() => MissFieldType, { description: "The field" })
  field!: MissField;

  @Field(() => [MissValueType], { description: "Most visits first" })
  rows!: readonly MissValueType[];

  @Field(() => Int, { description: "How many known values there are" })
  distinct!: number;
}

@ObjectType("Misses", {
  description: "The visits that led nowhere that a question is about; each field is counted when it is asked for",
})
export class MissesType {
  readonly question!: MissQuestion;
}

@ObjectType("LiveMiss", { description: "A visit that led nowhere" })
export class LiveMissType {
  @Field(() => GraphQLDateTime, { description: "When it was answered" })
  at!: Date;

  @Field(() => String, { description: "The code that was asked for; empty for a bare or unknown host" })
  code!: string;

  @Field(() => String, { description: "The host that was asked for" })
  host!: string;

  @Field(() => String, { description: "The path that was asked for; empty where it was not kept" })
  path!: string;

  @Field(() => MissReasonType, { description: "Why it led nowhere" })
  reason!: MissReason;

  @Field(() => String, { description: "Host of the page that it came from; empty for none" })
  referrer!: string;

  @Field(() => String, { description: "ISO 3166-1 alpha-2; empty where unknown" })
  countryCode!: string;

  @Field(() => String, { description: "Name of the country; empty where unknown" })
  country!: string;

  @Field(() => String, { description: "mobile, desktop, tablet or Unknown" })
  device!: string;

  @Field(() => String, { description: "The browser's name; empty where unknown" })
  browser!: string;

  @Field(() => String, { description: "The system's name; empty where unknown" })
  operatingSystem!: string;

  @Field(() => Boolean, { description: "Whether a program asked" })
  isBot!: boolean;
}

@ObjectType("LiveMisses", {
  description: "Visits of the last 30 minutes that led nowhere; each event replaces the last",
})
export class LiveMissesType {
  @Field(() => GraphQLDateTime, { description: "When they were read, by the server's clock" })
  at!: Date;

  @Field(() => Int, { description: "Of people" })
  people!: number;

  @Field(() => Int, { description: "Of bots" })
  bots!: number;

  @Weighs({ length: 50 })
  @Field(() => [LiveMissType], { description: "The newest, newest first" })
  visits!: readonly LiveMissType[];
}
