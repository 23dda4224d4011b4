import { landings } from "@hoplog/schema/landing.js";
import { z } from "zod";
import { answer } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

export const installationAnswers = {
  InstallationAnswer: answer({
    data: z.object({
      landing: z
        .enum(landings)
        .describe("What / is: the page about the product, the form that shortens, or the way to sign in"),
      signInProvider: z
        .string()
        .nullable()
        .describe("Who else than hoplog signs users in, such as Google; null for nobody"),
    }),
  }),
} satisfies Answers;

export const installationTag: Tag = { name: "Installation", description: "How the operator has set hoplog up" };
