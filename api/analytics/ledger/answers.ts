import { z } from "zod";
import { answer, count, instant } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { partNames } from "./parts.ts";

const part = z.enum(partNames);
const link = z.object({ id: z.guid(), name: z.string(), code: z.string() }).meta({ title: "LinkReference" });

export const ledgerAnswers = {
  LedgerAnswer: answer({
    data: z.object({
      received: count.describe("Requests that were answered: those recorded and those dropped"),
      recorded: count.describe("As redirectors counted them; before `countedSince` as many as there are"),
      unchecked: count.describe("Of `recorded` those before `countedSince`, of which there is no count of its own"),
      dropped: count.describe("Answered and not recorded, as neither disk nor memory had room"),
      erased: count.describe("Of links that were erased"),
      forgotten: count.describe("Misses that are older than they are kept one by one"),
      pending: count.describe("Recorded in the last minutes and not counted yet"),
      missing: z.int().describe("Recorded and in no part; below 0 where the parts have more. 0 where all adds up"),
      parts: z
        .array(
          z.object({
            part,
            reason: z
              .string()
              .nullable()
              .describe(
                "Of bots and previews the rule, of own visits how they were known, of misses why they led nowhere",
              ),
            requests: count,
          }),
        )
        .describe("With `erased`, `forgotten`, `pending` and `missing` they make `recorded`"),
      countedSince: instant.describe("Since then redirectors count requests apart from recording them"),
      sums: z.object({ people: count, bots: count }).describe("What figures and charts elsewhere are made of"),
      sumsAgree: z.boolean().describe("Whether the clicks say the same"),
    }),
  }),
  LedgerRequestsAnswer: answer({
    data: z.array(
      z.object({
        id: z.guid(),
        at: instant,
        link: link.nullable(),
        code: z.string().nullable().describe("Of a miss: as it was asked for"),
        explanation: z.string().describe("Why it was taken for what it is"),
        country: z.string(),
        countryCode: z.string(),
        city: z.string(),
        device: z.string(),
        browser: z.string(),
        operatingSystem: z.string(),
        isp: z.string(),
        referrer: z.string(),
      }),
    ),
    next: z.string().nullable().describe("The cursor of the next page; null where there is none"),
  }),
} satisfies Answers;

export const ledgerTag: Tag = {
  name: "Ledger",
  description: "Every request that was received, and what it was taken for",
};
