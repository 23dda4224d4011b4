import { z } from "zod";
import { answer, recordId } from "../../kernel/calls/answers.ts";
import type { Answers } from "../../kernel/calls/operation.ts";
import { codeStates } from "./queries.ts";

const link = z.object({ _id: recordId, name: z.string(), shortUrl: z.string() }).meta({ title: "CodeOwner" });

export const codeAnswers = {
  CodeCheckAnswer: answer({
    data: z.object({
      code: z.string().describe("As it would be kept"),
      state: z.enum(codeStates),
      message: z
        .string()
        .nullable()
        .describe("Why it can't be used, or what it is easily confused with; fit to be shown to people"),
      link: link.nullable().describe("Your own link that has it"),
      near: z.array(link).describe("Your own links in the domain whose codes differ by one character, or in case"),
    }),
  }),
  CodeProposalsAnswer: answer({ data: z.array(z.string()).describe("At most three, the best first") }),
} satisfies Answers;
