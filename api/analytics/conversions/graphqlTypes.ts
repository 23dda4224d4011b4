import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import type { ConversionType } from "@hoplog/schema/conversions/conversion.js";
import type { Money } from "@hoplog/schema/conversions/money.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import { ListedFieldType } from "../account/graphqlTypes.ts";
import type { AnalyticsQuestion } from "../account/question.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { PageInfoType } from "../../links/core/graphqlTypes.ts";
import type { Conversion } from "./conversion.ts";
import type { Converted } from "./converted.ts";
import type { ConvertedDay, ConvertedFigures, ConvertedPoint, ConvertedWay } from "./figures.ts";
import type { ConversionInput } from "./input.ts";
import type { ConvertedEntry, ConvertedValue, DimensionValues } from "./values.ts";

export const ConversionKindType = enumType("ConversionType", "What a click became", {
  lead: "Somebody signed up, or asked",
  sale: "Somebody paid",
});

@ObjectType("Conversion", { description: "A lead or a sale that came of a click" })
export class ConversionObjectType implements Conversion {
  @Field(() => GraphQLUUID, { description: "Identifier of the conversion" })
  id!: string;

  @Field(() => String, { description: "The hop_id that it was reported with" })
  clickId!: string;

  @Field(() => GraphQLUUID, { description: "The link that was clicked" })
  linkId!: string;

  @Field(() => ConversionKindType, { description: "Lead or sale" })
  type!: ConversionType;

  @Field(() => String, { description: "What the owner calls it; empty without" })
  name!: string;

  @Field(() => String, { nullable: true, description: "The owner's own id of it" })
  eventId!: string | null;

  @Field(() => Float, { nullable: true, description: "In minor units of the currency" })
  amount!: number | null;

  @Field(() => String, { nullable: true, description: "ISO 4217" })
  currency!: string | null;

  @Field(() => Float, { description: "Of the amount, what was paid back; figures count the rest" })
  refunded!: number;

  @Field(() => GraphQLDateTime, { description: "When it was" })
  at!: Date;

  @Field(() => GraphQLDateTime, { description: "The second of the click" })
  clickedAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was reported" })
  createdAt!: Date;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether its click was found; null while it is looked for, and until then no figure counts it",
  })
  matched!: boolean | null;
}

@ObjectType("CreatedConversion", { description: "A conversion, and whether it is new" })
export class CreatedConversionType {
  @Field(() => ConversionObjectType, { description: "The conversion" })
  conversion!: ConversionObjectType;

  @Field(() => Boolean, { description: "False where one with this eventId was there already" })
  created!: boolean;
}

@ObjectType("ConversionConnection", { description: "A page of conversions" })
export class ConversionConnectionType {
  @Field(() => [ConversionObjectType], { description: "The conversions of this page" })
  nodes!: ConversionObjectType[];

  @Field(() => PageInfoType, { description: "Where this page ends" })
  pageInfo!: PageInfoType;
}

@InputType("ConversionInput", { description: "A lead or a sale of a click" })
export class NewConversionInput implements ConversionInput {
  @Field(() => String, { description: "The hop_id that the destination got" })
  clickId!: string;

  @Field(() => ConversionKindType, { description: "Lead or sale" })
  type!: ConversionType;

  @Field(() => String, { nullable: true, description: "What you call it, in at most 200 characters" })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Your own id: what is reported again with it is the one that is there",
  })
  eventId?: string | null;

  @Field(() => Float, { nullable: true, description: "Whole number of minor units; a sale needs it" })
  amount?: number | null;

  @Field(() => String, { nullable: true, description: "ISO 4217, in upper case; an amount needs it" })
  currency?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was; now unless given" })
  at?: Date | null;
}

@ObjectType("Revenue", { description: "Sales of one currency" })
export class RevenueType implements Money {
  @Field(() => String, { description: "ISO 4217" })
  currency!: string;

  @Field(() => Float, { description: "In its minor units" })
  amount!: number;
}

@ObjectType("Converted", { description: "Leads, sales and revenue" })
export class ConvertedType implements Converted {
  @Field(() => Int, { description: "Leads" })
  leads!: number;

  @Field(() => Int, { description: "Sales" })
  sales!: number;

  @Weighs({ length: 3 })
  @Field(() => [RevenueType], { description: "Of sales, by currency, the most first" })
  revenue!: readonly RevenueType[];
}

@ObjectType("ConversionFigures", { description: "What clicks became" })
export class ConversionFiguresType extends ConvertedType implements ConvertedFigures {
  @Field(() => Int, { description: "Clicks of people in the same range, by the same filters" })
  people!: number;

  @Field(() => Float, { nullable: true, description: "Leads and sales of people for each of these clicks" })
  rate!: number | null;
}

@ObjectType("ConversionDay", { description: "What the clicks of a day became" })
export class ConversionDayType extends ConvertedType implements ConvertedDay {
  @Field(() => String, { description: "A day of the time zone" })
  date!: string;
}

@ObjectType("ConversionPoint", { description: "What the clicks of an hour, day, week or month became" })
export class ConversionPointType extends ConvertedType implements ConvertedPoint {
  @Field(() => String, { description: "As of a point of the chart of clicks" })
  at!: string;
}

@ObjectType("ConvertedEntry", { description: "What the clicks with one value of a list became" })
export class ConvertedEntryType extends ConvertedType implements ConvertedEntry {
  @Field(() => String, { description: "The value; empty where it is unknown" })
  value!: string;
}

@ObjectType("ConvertedList", { description: "What the clicks of a list became" })
export class ConvertedListType {
  @Field(() => ListedFieldType, { description: "The field" })
  field!: ListedFieldName;

  @Weighs({ length: 100 })
  @Field(() => [ConvertedEntryType], { description: "In no order" })
  rows!: readonly ConvertedEntryType[];
}

@InputType("DimensionValues", { description: "Values of a field, as a list of clicks has them" })
export class ListedValuesInput implements DimensionValues {
  @Field(() => ListedFieldType, { description: "The field" })
  field!: ListedFieldName;

  @Field(() => [String], { description: "The values; empty for the unknown one" })
  values!: string[];
}

@ObjectType("ConversionRoute", { description: "What clicks became that went one way" })
export class ConversionWayType extends ConversionFiguresType implements ConvertedWay {
  @Field(() => Float, { description: "Number of the rule; 0 for none" })
  rule!: number;

  @Field(() => Int, { description: "Number of the arm; 0 for none" })
  arm!: number;
}

@ObjectType("ConversionValue", { description: "What clicks with one value became" })
export class ConversionValueType extends ConversionFiguresType implements ConvertedValue {
  @Field(() => String, { description: "Empty where it is unknown" })
  value!: string;
}

@ObjectType("ConversionStats", { description: "What the clicks of a range became, by the time of the click" })
export class ConversionStatsType {
  question!: AnalyticsQuestion;
  isOfLink!: boolean;
}
