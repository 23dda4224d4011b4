import type { ConversionType } from "@hoplog/schema/conversions/conversion.js";
import { z } from "zod";
import { answer, count, instant, message, moneyAmount, recordId } from "../../kernel/contract/answerPieces.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { type Answered, graphqlData } from "../../kernel/contract/answers.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { largeCount } from "../../kernel/contract/values.ts";
import { pageInfo } from "../../links/core/lists.ts";
import { listedField } from "../account/entities.ts";
import type { Conversion } from "./conversion.ts";

export const conversionType = enumeration<ConversionType>("ConversionType", "What a click became", {
  lead: "A registration or a request",
  sale: "A payment",
});

/** A lead or sale in API responses. */
export const conversion = entity<Conversion>()({
  name: "Conversion",
  description: "A lead or a sale that resulted from a click",
  fields: {
    id: recordId.describe("ID of the conversion"),
    clickId: z.string().describe("The hop_id with which it was reported"),
    linkId: recordId.describe("ID of the clicked link"),
    type: conversionType.describe("Lead or sale"),
    name: z.string().describe("The workspace's name for it; empty for none"),
    eventId: z.string().nullable().describe("The workspace's own ID; null for none"),
    amount: largeCount.nullable().describe("In minor units of the currency"),
    currency: z.string().nullable().describe("ISO 4217"),
    refunded: largeCount.describe("Refunded part of the amount; figures count the rest"),
    at: instant.describe("Time of the conversion"),
    clickedAt: instant.describe("Time of the click, in seconds"),
    createdAt: instant.describe("Time of the report"),
    matched: z
      .boolean()
      .nullable()
      .describe("Whether its click was found; null during the search, in which no figure counts it"),
  },
  computed: {},
});

const graphqlConversion = z.custom<Conversion>().register(graphqlTypes, { type: conversion.type });

const created = z.boolean().describe("False if there was a conversion with this eventId already");

/** A conversion, and whether it is new. */
export const createdConversion: Answered<unknown, { readonly conversion: Conversion; readonly created: boolean }> = {
  ...graphqlData(
    part("CreatedConversion", "A conversion, and whether it is new", {
      conversion: graphqlConversion.describe("The conversion"),
      created,
    }),
  ),
  name: "ConversionAnswer",
  schema: answer({ message, data: conversion.answer, created }),
  async toBody(services, actor, result) {
    const [data] = await conversion.toRest(services, actor, [result.conversion]);
    return { data, created: result.created };
  },
};
export const conversionConnection = part("ConversionConnection", "A page of conversions", {
  nodes: z.array(graphqlConversion).describe("The conversions of this page"),
  pageInfo: pageInfo.describe("End of this page"),
});

const revenue = part("Revenue", "Sales of one currency", {
  currency: moneyAmount.shape.currency,
  amount: largeCount.describe("In minor units of the currency"),
}).meta({ title: "MoneyAmount" });

const converted = {
  leads: count.describe("Leads"),
  sales: count.describe("Sales"),
  revenue: z.array(revenue).describe("Revenue of sales by currency, in minor units, largest first"),
};
const figures = {
  ...converted,
  people: count.describe("Clicks of people in the same range, with the same filters"),
  rate: z.number().nullable().describe("Leads and sales of people for each of these clicks; null without clicks"),
};
const weights = { revenue: { length: 3 } };

export const convertedPart = part("Converted", "Leads, sales and revenue", converted, weights);
export const conversionFiguresPart = part("ConversionFigures", "What clicks became", figures, weights);
export const conversionDay = part(
  "ConversionDay",
  "What the clicks of a day became",
  { date: z.iso.date().describe("A day of the time zone"), ...converted },
  weights,
);
export const conversionPoint = part(
  "ConversionPoint",
  "What the clicks of an hour, day, week or month became",
  { at: z.string().describe("Start of an hour in ISO 8601, or first day as YYYY-MM-DD"), ...converted },
  weights,
);
export const conversionRoute = part(
  "ConversionRoute",
  "What the clicks of one rule and arm became",
  {
    rule: largeCount.describe("Number of the rule; 0 for none"),
    arm: count.describe("Number of the arm; 0 for none"),
    ...figures,
  },
  weights,
);
export const conversionValue = part(
  "ConversionValue",
  "What the clicks with one value became",
  { value: z.string().describe("The value, or the ID of a link; empty if unknown"), ...figures },
  weights,
);

export const conversionFiguresAnswer = z.object({
  ...figures,
  byDay: z.array(conversionDay).describe("Days with conversions"),
  chart: z
    .array(conversionPoint)
    .nullable()
    .describe("Points with conversions, by `interval`; null without an interval"),
  byRoute: z.array(conversionRoute).describe("By rule and arm for one link; otherwise empty"),
});

export const convertedEntry = part(
  "ConvertedEntry",
  "What the clicks with one value of a list became",
  { value: z.string().describe("The value; empty if unknown"), ...converted },
  weights,
);
export const convertedList = part(
  "ConvertedList",
  "What the clicks of a list became",
  { field: listedField.describe("The property"), rows: z.array(convertedEntry).describe("Values, unsorted") },
  { rows: { length: 100 } },
);

/** OpenAPI tag of all calls about conversions. */
export const conversionsTag: Tag = { name: "Conversions", description: "Leads and sales that resulted from clicks" };
