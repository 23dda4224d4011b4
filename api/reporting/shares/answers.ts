import { shareDimensions, shareFigures, sharePeriods, shareTargets } from "@hoplog/schema/shares/share.js";
import { z } from "zod";
import { intervals } from "../../analytics/account/intervals.ts";
import {
  answer,
  chartPoint,
  count,
  etag,
  instant,
  message,
  moneyAmount,
  recordId,
} from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

const share = z.object({
  _id: recordId,
  name: z.string(),
  target: z.enum(shareTargets),
  targetId: recordId.nullable(),
  targetName: z.string().nullable().describe("Null too for an API key that may not read it"),
  figures: z.array(z.enum(shareFigures)),
  dimensions: z.array(z.enum(shareDimensions)),
  timeZone: z.string(),
  from: instant.nullable().describe("Nothing before it is ever shown"),
  expiresAt: instant.nullable(),
  hasPassword: z.boolean(),
  origins: z.array(z.string()).describe("Sites that may embed the page"),
  createdAt: instant,
  updatedAt: instant,
  etag,
});

const sold = {
  leads: count,
  sales: count,
  revenue: z.array(moneyAmount).describe("By currency, in minor units"),
};

const sharedPage = z.object({
  name: z.string(),
  target: z.object({ kind: z.enum(shareTargets), name: z.string().nullable(), shortUrl: z.string().nullable() }),
  timeZone: z.string(),
  from: instant.nullable(),
  clicksSince: z.iso
    .date()
    .nullable()
    .describe("Where single clicks of the period were removed: the first day (UTC) of the lists"),
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

export const shareAnswers = {
  SharesAnswer: answer({ data: z.array(share) }),
  ShareAnswer: answer({ message, data: share }),
  AddressedShareAnswer: answer({
    message,
    data: share.extend({ url: z.url().describe("Secret, and shown this once") }),
  }),
  SharedPage: sharedPage,
  SharedPageAnswer: answer({ data: sharedPage }),
} satisfies Answers;

export const sharesTag: Tag = { name: "Shared pages", description: "Figures that are shown to others" };
