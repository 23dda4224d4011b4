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

export const conversionType = enumeration<ConversionType>("ConversionType", "Type of a conversion", {
  lead: "A registration or a request",
  sale: "A payment",
});

/** A lead or sale in API responses. */
export const conversion = entity<Conversion>()({
  name: "Conversion",
  description: "A lead or a sale that followed a click",
  fields: {
    id: recordId.describe("Conversion ID"),
    clickId: z.string().describe("The click's `hop_id`, as it was reported"),
    linkId: recordId.describe("ID of the clicked link"),
    type: conversionType.describe("Type of the conversion: lead or sale"),
    name: z.string().describe("Name that the workspace gave the conversion; empty for none"),
    eventId: z.string().nullable().describe("Event ID that the workspace gave the conversion; null for none"),
    amount: largeCount
      .nullable()
      .describe("Amount in minor units of the currency, such as cents; null if none was reported"),
    currency: z.string().nullable().describe("ISO 4217 currency code; null without an amount"),
    refunded: largeCount.describe("Refunded part of the amount, in minor units; revenue excludes it"),
    at: instant.describe("Time of the conversion"),
    clickedAt: instant.describe("Time of the click, to the second"),
    createdAt: instant.describe("Time when the conversion was first reported"),
    matched: z
      .boolean()
      .nullable()
      .describe(
        "Whether the click was found. Null while the server is searching for it; until then, figures exclude the conversion",
      ),
  },
  computed: {},
});

const graphqlConversion = z.custom<Conversion>().register(graphqlTypes, { type: conversion.type });

const created = z.boolean().describe("False if a conversion with this `eventId` already existed");

/** A conversion, and whether it is new. */
export const createdConversion: Answered<unknown, { readonly conversion: Conversion; readonly created: boolean }> = {
  ...graphqlData(
    part("CreatedConversion", "A conversion, and whether the call created it", {
      conversion: graphqlConversion.describe("The stored conversion"),
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
  nodes: z.array(graphqlConversion).describe("Conversions of this page"),
  pageInfo: pageInfo.describe("Cursor at the end of this page"),
});

const revenue = part("Revenue", "Revenue in one currency", {
  currency: moneyAmount.shape.currency,
  amount: largeCount.describe(moneyAmount.shape.amount.description ?? ""),
}).meta({ title: "MoneyAmount" });

const converted = {
  leads: count.describe("Number of leads"),
  sales: count.describe("Number of sales"),
  revenue: z.array(revenue).describe("Revenue of sales by currency, without refunds, largest first"),
};
const figures = {
  ...converted,
  people: count.describe("Clicks by people in the range that match the filters"),
  rate: z.number().nullable().describe("Leads and sales by people, divided by `people`; null if `people` is 0"),
};
const weights = { revenue: { length: 3 } };

export const convertedPart = part("Converted", "Numbers of leads and sales, and the revenue", converted, weights);
export const conversionFiguresPart = part(
  "ConversionFigures",
  "Leads, sales and revenue of a set of clicks, with the conversion rate",
  figures,
  weights,
);
export const conversionDay = part(
  "ConversionDay",
  "Conversions of the clicks of one day",
  { date: z.iso.date().describe("Day of the clicks in the requested time zone"), ...converted },
  weights,
);
export const conversionPoint = part(
  "ConversionPoint",
  "Conversions of the clicks of one hour, day, week or month",
  {
    at: z.string().describe("Start of an hour in ISO 8601, or the first day of a longer interval as YYYY-MM-DD"),
    ...converted,
  },
  weights,
);
export const conversionRoute = part(
  "ConversionRoute",
  "Conversions of the clicks whose destination one redirect rule and split arm determined",
  {
    rule: largeCount.describe("Number of the redirect rule; 0 for none"),
    arm: count.describe("Number of the split arm; 0 for none"),
    ...figures,
  },
  weights,
);
export const conversionValue = part(
  "ConversionValue",
  "Conversions of the clicks with one property value",
  { value: z.string().describe("The property's value, or a link ID; empty if unknown"), ...figures },
  weights,
);

export const conversionFiguresAnswer = z.object({
  ...figures,
  byDay: z.array(conversionDay).describe("Figures by day of the click; days without conversions are omitted"),
  chart: z
    .array(conversionPoint)
    .nullable()
    .describe("Figures by `interval`, without intervals that have no conversions; null if no interval was requested"),
  byRoute: z
    .array(conversionRoute)
    .describe("Figures by redirect rule and split arm if a link was requested; otherwise empty"),
});

export const convertedEntry = part(
  "ConvertedEntry",
  "Conversions of the clicks with one of the requested values",
  { value: z.string().describe("The value; empty if unknown"), ...converted },
  weights,
);
export const convertedList = part(
  "ConvertedList",
  "Conversions of the clicks with the requested values of a property",
  {
    field: listedField.describe("Property that the values belong to"),
    rows: z.array(convertedEntry).describe("Values with conversions, unsorted"),
  },
  { rows: { length: 100 } },
);

/** OpenAPI tag of all calls about conversions. */
export const conversionsTag: Tag = {
  name: "Conversions",
  description: "Leads and sales that followed clicks on links",
};
