import { z } from "zod";
import { answer, count, etag, message } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

export const destinationAnswers = {
  DestinationChecksAnswer: answer({
    message: message.optional(),
    data: z.object({
      isOn: z.boolean().describe("Whether the workspace wants it"),
      isOffered: z.boolean().describe("Whether the operator offers it"),
      destinations: count.describe("Those that are known"),
      dead: count,
      etag,
    }),
  }),
} satisfies Answers;

export const destinationsTag: Tag = {
  name: "Destinations",
  description: "What the pages that links lead to say of themselves, and whether they are still there.",
};
