import { verdictFields, verdictKinds } from "@hoplog/schema/bots/workspaceRules.js";
import { z } from "zod";
import { answer, count, etag, instant, message } from "../../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../../kernel/calls/operation.ts";

const rules = z.object({
  version: count.describe("To be named when they are changed; 0 where there never were any"),
  since: instant.nullable(),
  verdicts: z.array(z.object({ field: z.enum(verdictFields), value: z.string(), verdict: z.enum(verdictKinds) })),
  addresses: z.array(z.string()),
  parameter: z.object({ name: z.string(), value: z.string() }).nullable(),
  etag,
});

export const ruleAnswers = {
  BotRulesAnswer: answer({ message: message.optional(), data: rules }),
  BotTrialAnswer: answer({
    data: z.object({
      classified: count.describe("Clicks whose user agent is still kept"),
      toBots: count,
      toPeople: count,
      otherReasons: count.describe("Bots' that would have another reason"),
      rows: z
        .array(
          z.object({
            day: z.string().describe("YYYY-MM-DD"),
            linkId: z.guid(),
            toBots: count,
            toPeople: count,
            otherReasons: count,
          }),
        )
        .describe("The 50 with the most changes"),
    }),
  }),
} satisfies Answers;

export const botsTag: Tag = { name: "Bots", description: "What was taken for a bot, and why" };
