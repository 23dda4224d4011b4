import { conversionTypes } from "@hoplog/schema/conversions/conversion.js";
import { z } from "zod";
import { answer, count, instant, message, moneyAmount, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { pageAnswer } from "../../kernel/calls/pages.ts";

const conversion = z
  .object({
    _id: recordId,
    clickId: z.string().describe("The hop_id that it was reported with"),
    linkId: recordId,
    type: z.enum(conversionTypes),
    name: z.string(),
    eventId: z.string().nullable(),
    amount: count.nullable().describe("In minor units of the currency"),
    currency: z.string().nullable(),
    refunded: count.describe("Of the amount, what was paid back; figures count the rest"),
    at: instant,
    clickedAt: instant.describe("The second of the click"),
    createdAt: instant,
    matched: z
      .boolean()
      .nullable()
      .describe("Whether its click was found; null while it is looked for, and until then no figure counts it"),
  })
  .meta({ title: "Conversion" });
const created = z.boolean().describe("False where one with this eventId was there already");

const converted = {
  leads: count,
  sales: count,
  revenue: z.array(moneyAmount).describe("Of sales, by currency, in minor units; the most first"),
};
const figures = {
  ...converted,
  people: count.describe("Clicks of people in the same range, by the same filters"),
  rate: z.number().nullable().describe("Leads and sales of people for each of these clicks; null without any"),
};

export const conversionAnswers = {
  ConversionAnswer: answer({ message, data: conversion, created }),
  RefundAnswer: answer({ message, data: conversion }),
  ConversionsAnswer: answer({ data: z.array(conversion), pagination: pageAnswer }),
  ConversionFiguresAnswer: answer({
    data: z.object({
      ...figures,
      byDay: z.array(z.object({ date: z.iso.date(), ...converted })).describe("Days without any are missing"),
      chart: z
        .array(z.object({ at: z.string().describe("Begin of an hour, or the first day as YYYY-MM-DD"), ...converted }))
        .nullable()
        .describe("By `interval`, points without any missing; null without one"),
      byRoute: z
        .array(z.object({ rule: count, arm: count, ...figures }))
        .describe("Of one link: by the numbers of rule and arm, 0 for none; otherwise empty"),
    }),
  }),
  ConversionTopAnswer: answer({ data: z.array(z.object({ value: z.string(), ...figures })) }),
} satisfies Answers;

export const conversionsTag: Tag = { name: "Conversions", description: "Leads and sales that came of clicks" };
