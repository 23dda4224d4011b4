import { shareDimensions, sharePeriods, shareTargets } from "@hoplog/schema/shares/share.js";
import { z } from "zod";
import { intervals } from "../../clicks/questions/intervals.ts";
import { answer, chartPoint, count, instant, moneyAmount } from "../../kernel/contract/answerPieces.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

const sold = {
  leads: count,
  sales: count,
  revenue: z.array(moneyAmount).describe("Revenue by currency, in minor units such as cents"),
};

const sharedPage = z.object({
  name: z.string(),
  target: z.object({ kind: z.enum(shareTargets), name: z.string().nullable(), shortUrl: z.string().nullable() }),
  timeZone: z.string(),
  from: instant.nullable(),
  clicksSince: z.iso
    .date()
    .nullable()
    .describe(
      "First day (UTC) whose individual clicks are stored: lists exclude earlier days. Null if no clicks of the period were removed",
    ),
  expiresAt: instant.nullable(),
  period: z.enum(sharePeriods),
  interval: z.enum(intervals),
  figures: z.object({ clicks: count, uniqueVisitors: count, bots: count, ...sold }).partial(),
  chart: z.array(chartPoint).nullable(),
  tops: z.array(
    z.object({
      field: z.enum(shareDimensions),
      rows: z.array(z.object({ value: z.string(), clicks: count }).extend(z.object(sold).partial().shape)),
      distinct: count,
    }),
  ),
});

/** Responses for visitors of shared pages. */
export const sharedPageAnswers = {
  SharedPage: sharedPage,
  SharedPageAnswer: answer({ data: sharedPage }),
} satisfies Answers;

export const sharesTag: Tag = {
  name: "Shared pages",
  description: "Public pages with click figures, for readers without an account",
};
