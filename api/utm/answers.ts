import { utmFields } from "@hoplog/schema/links/utm.js";
import { z } from "zod";
import { answer } from "../calls/answers.ts";
import type { Answers } from "../calls/operation.ts";

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
} satisfies Answers;
