import { z } from "zod";
import { answer, count } from "../../kernel/calls/answers.ts";
import type { Answers } from "../../kernel/calls/operation.ts";
import { outcomes } from "./tryLink.ts";

const clicks = z.object({ clicks: count, people: count }).meta({ title: "ReplayCount" });

export const trialAnswers = {
  TrialAnswer: answer({
    data: z.object({
      outcome: z.enum(outcomes),
      url: z.string().nullable().describe("Null where the visitor gets a page"),
      rule: count.nullable().describe("Number of the rule that decides"),
      arm: count.nullable().describe("Number of the arm that decides"),
      explanation: z.array(z.string()).describe("Rule by rule, and what decides in the end"),
    }),
  }),
  ReplayAnswer: answer({
    data: z.object({
      total: clicks,
      rules: z.array(z.object({ number: count, name: z.string(), ...clicks.shape })),
      noRule: clicks.describe("No rule matches"),
      undetermined: clicks.describe("It can't be told which rule would have matched first"),
      unavailable: z.array(z.string()).describe("What the rules ask that is not kept, or not of every click"),
    }),
  }),
} satisfies Answers;
