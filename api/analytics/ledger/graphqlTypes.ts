import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import type { LedgerQuestion } from "./question.ts";
import type { PartName } from "./parts.ts";

export const LedgerPartType = enumType<PartName>("LedgerPart", "What a request was taken for", {
  firstVisit: "A person's first click on the link on the day (UTC)",
  repeat: "A further click of the same person on the same link and day",
  own: "A visit of the workspace's own, by its addresses or its parameter",
  bot: "A bot",
  preview: "A program that shows a preview of the link",
  head: "A HEAD request",
  prefetch: "Fetched by a browser ahead of a visit",
  miss: "A visit that led nowhere",
  removed: "A click that the workspace's retention has removed; its sums are left",
});

@ObjectType("LedgerLine", { description: "How many requests were taken for the same thing" })
export class LedgerLineType {
  @Field(() => LedgerPartType, { description: "For what" })
  part!: PartName;

  @Field(() => String, {
    nullable: true,
    description:
      "Of bots and previews the rule that matched, of own visits how they were known, of misses why they led nowhere, of removed ones people or bots",
  })
  reason!: string | null;

  @Field(() => Int, { description: "How many" })
  requests!: number;
}

@ObjectType("LedgerSums", { description: "What figures and charts are made of" })
export class LedgerSumsType {
  @Field(() => Int, { description: "Clicks of people" })
  people!: number;

  @Field(() => Int, { description: "Clicks of bots" })
  bots!: number;
}

@ObjectType("LedgerBalance", { description: "What redirectors have counted, and what became of it" })
export class LedgerBalanceType {
  @Field(() => Int, { description: "Requests that were answered: those recorded and those dropped" })
  received!: number;

  @Field(() => Int, { description: "As redirectors counted them; before `countedSince` as many as there are" })
  recorded!: number;

  @Field(() => Int, { description: "Of `recorded` those before `countedSince`, of which there is no count of its own" })
  unchecked!: number;

  @Field(() => Int, { description: "Answered and not recorded, as neither disk nor memory had room" })
  dropped!: number;

  @Field(() => Int, { description: "Of links that were erased" })
  erased!: number;

  @Field(() => Int, { description: "Misses that are older than they are kept one by one" })
  forgotten!: number;

  @Field(() => Int, { description: "Recorded in the last minutes and not counted yet" })
  pending!: number;

  @Field(() => Int, {
    description: "Recorded and in no part; below 0 where the parts have more. 0 where all adds up",
  })
  missing!: number;

  @Weighs({ length: 30 })
  @Field(() => [LedgerLineType], { description: "With erased, forgotten, pending and missing they make recorded" })
  parts!: readonly LedgerLineType[];

  @Field(() => GraphQLDateTime, { description: "Since then redirectors count requests apart from recording them" })
  countedSince!: Date;

  @Field(() => LedgerSumsType, { description: "What figures and charts elsewhere are made of" })
  sums!: LedgerSumsType;

  @Field(() => Boolean, { description: "Whether the clicks say the same as the sums" })
  sumsAgree!: boolean;
}

@ObjectType("LedgerRequest", { description: "A single request" })
export class LedgerRequestType {
  readonly linkId!: string | null;

  @Field(() => GraphQLUUID, { description: "Of a click its id" })
  id!: string;

  @Field(() => GraphQLDateTime, { description: "When it was answered" })
  at!: Date;

  @Field(() => String, { nullable: true, description: "Of a miss: the code that was asked for" })
  code!: string | null;

  @Field(() => String, { description: "Why it was taken for what it is" })
  explanation!: string;

  @Field(() => String, { description: "ISO 3166-1 alpha-2; empty where unknown" })
  countryCode!: string;

  @Field(() => String, { description: "Name of the country; empty where unknown" })
  country!: string;

  @Field(() => String, { description: "The city's name; empty where unknown" })
  city!: string;

  @Field(() => String, { description: "mobile, desktop, tablet or Unknown" })
  device!: string;

  @Field(() => String, { description: "The browser's name; empty where unknown" })
  browser!: string;

  @Field(() => String, { description: "The system's name; empty where unknown" })
  operatingSystem!: string;

  @Field(() => String, { description: "Name of the network; empty where unknown" })
  isp!: string;

  @Field(() => String, { description: "Host of the page that it came from; empty for none" })
  referrer!: string;
}

@ObjectType("LedgerRequests", { description: "A page of single requests" })
export class LedgerRequestsType {
  @Field(() => [LedgerRequestType], { description: "Newest first" })
  requests!: readonly LedgerRequestType[];

  @Field(() => String, { nullable: true, description: "The cursor of the next page; null where there is none" })
  next!: string | null;
}

@ObjectType("Ledger", {
  description: "The requests that a question is about; each field is counted when it is asked for",
})
export class LedgerType {
  readonly question!: LedgerQuestion;
}
