import { z } from "zod";
import { answer, chartPoint, count } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

const top = z.object({
  rows: z.array(
    z.object({
      value: z.string().describe("Empty: unknown"),
      clicks: count,
      isOwn: z.boolean().optional().describe("Of sources: a host of this installation's short links"),
    }),
  ),
  distinct: count.describe("How many known values there are"),
});

export const analyticsAnswers = {
  AnalyticsAnswer: answer({
    data: z.object({
      figures: z.object({ clicks: count, people: count, bots: count, uniqueVisitors: count }),
      chart: z.array(chartPoint),
      clicksSince: z.iso
        .date()
        .nullable()
        .describe(
          "The first day (UTC) that has single clicks: filters begin there. Null where a retention has removed none",
        ),
    }),
  }),
  TopListAnswer: answer({ data: top }),
} satisfies Answers;

export const analyticsTag: Tag = { name: "Analytics", description: "Clicks of the whole account, narrowed by filters" };
