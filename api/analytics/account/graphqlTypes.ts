import { fieldDescriptions, type ListedFieldName, listedFields } from "@hoplog/schema/clicks/filters.js";
import { Field, Int, ObjectType } from "type-graphql";
import { z } from "zod";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { enumType } from "../../kernel/calls/enumType.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { CountType } from "../link/graphqlTypes.ts";
import type { Interval } from "./intervals.ts";
import type { AnalyticsQuestion } from "./question.ts";

export const IntervalType = enumType<Interval>("ChartInterval", "What one point of a chart stands for", {
  hour: "An hour",
  day: "A day of the time zone",
  week: "A week of the time zone, from Monday",
  month: "A month of the time zone",
});

export const ListedFieldType = enumType<ListedFieldName>(
  "ClickDimension",
  "Property of a click by which top lists are made",
  fieldDescriptions(listedFields),
);

export const interval = z.enum(IntervalType).register(graphqlTypes, { type: IntervalType });
export const listedField = z.enum(ListedFieldType).register(graphqlTypes, { type: ListedFieldType });

@ObjectType("AnalyticsFigures", { description: "How many clicks there are, and whose" })
export class AnalyticsFiguresType {
  @Field(() => Int, { description: "Those that are counted: of people, or of people and bots" })
  clicks!: number;

  @Field(() => Int, { description: "Of people" })
  people!: number;

  @Field(() => Int, { description: "Of bots" })
  bots!: number;

  @Field(() => Int, { description: "Told apart within one UTC day, and added up over the days" })
  uniqueVisitors!: number;
}

@ObjectType("ChartPoint", { description: "An hour, day, week or month, and its clicks" })
export class ChartPointType {
  @Field(() => String, { description: "Begin of an hour in ISO 8601, or the first day as YYYY-MM-DD" })
  at!: string;

  @Field(() => Int, { description: "Clicks that are counted" })
  clicks!: number;
}

@ObjectType("TopList", { description: "The values of a field with the most clicks" })
export class TopListType {
  @Field(() => ListedFieldType, { description: "The field" })
  field!: ListedFieldName;

  @Field(() => [CountType], { description: "Most clicks first; the empty value is the unknown one" })
  rows!: readonly CountType[];

  @Field(() => Int, { description: "How many known values there are" })
  distinct!: number;
}

@ObjectType("SourceCount", { description: "A website or app, and the clicks that came from it" })
export class SourceCountType {
  @Field(() => String, {
    description: "Name of the source, or a referrer that belongs to none; empty for direct visits",
  })
  value!: string;

  @Field(() => Int, { description: "Clicks that are counted" })
  clicks!: number;

  @Field(() => Boolean, { description: "Whether it is a host of this installation's short links" })
  isOwn!: boolean;
}

@ObjectType("TopSources", { description: "The websites and apps with the most clicks" })
export class TopSourcesType {
  @Field(() => [SourceCountType], { description: "Most clicks first" })
  rows!: readonly SourceCountType[];

  @Field(() => Int, { description: "How many sources have clicks" })
  distinct!: number;
}

@ObjectType("ClickedLink", { description: "A link, and its clicks among those that are counted" })
export class ClickedLinkType {
  readonly link!: LinkRow;

  @Field(() => Int, { description: "Clicks that are counted" })
  clicks!: number;
}

@ObjectType("TopLinks", { description: "The links with the most clicks" })
export class TopLinksType {
  @Field(() => [ClickedLinkType], { description: "Most clicks first" })
  rows!: readonly ClickedLinkType[];

  @Field(() => Int, { description: "How many links have clicks" })
  distinct!: number;
}

@ObjectType("Analytics", {
  description: "The clicks of an account that a question is about; each field is counted when it is asked for",
})
export class AnalyticsType {
  readonly question!: AnalyticsQuestion;
}
