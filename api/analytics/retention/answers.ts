import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { answer, count, etag, instant, message } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

const days = z.int().min(limits.clickRetentionMin).max(limits.clickRetentionMax);

const retention = z.object({
  days: days.nullable().describe("Null: single clicks are kept"),
  waiting: z
    .object({ days, from: instant.describe("Until then it can be cancelled") })
    .nullable()
    .describe("What will take its place"),
  setAt: instant.nullable(),
  clicksSince: z.iso.date().nullable().describe("The first day (UTC) that has single clicks"),
  heldSince: instant.nullable().describe("Since when an export that has to write them first keeps older ones"),
  etag,
});

export const retentionAnswers = {
  ClickRetentionAnswer: answer({ message: message.optional(), data: retention }),
  ClickRetentionPreviewAnswer: answer({ data: z.object({ before: z.iso.date(), clicks: count }) }),
} satisfies Answers;

export const retentionTag: Tag = {
  name: "Click retention",
  description: "For how long single clicks are kept; their sums stay.",
};
