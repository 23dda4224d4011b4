import { utmFields } from "@hoplog/schema/links/utm.js";
import { z } from "zod";
import { answer, etag, message } from "../../kernel/calls/answers.ts";
import type { Answers } from "../../kernel/calls/operation.ts";
import { storedAllowed } from "../core/utmOfLink.ts";

export const utmAnswers = {
  UtmValuesAnswer: answer({
    data: z
      .array(
        z.object({
          field: z.enum(utmFields),
          values: z.array(z.string()).describe("Those that most links have first"),
        }),
      )
      .describe("One for each field"),
  }),
  UtmRulesAnswer: answer({
    message: message.optional(),
    data: z.object({
      lowerCase: z.boolean(),
      allowed: storedAllowed.describe("By parameter; what is missing may have any value"),
      etag,
    }),
  }),
} satisfies Answers;
