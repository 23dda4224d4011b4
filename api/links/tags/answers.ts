import { tagColours } from "@hoplog/schema/tags/tags.js";
import { z } from "zod";
import { answer, count, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

const tag = z.object({
  _id: recordId,
  name: z.string(),
  colour: z.enum(tagColours),
  urlCount: count.describe("Links that have it, archived ones too"),
  createdAt: instant,
  etag,
});

export const tagAnswers = {
  TagAnswer: answer({ message, data: tag }),
  TagsAnswer: answer({ data: z.array(tag).describe("By name") }),
} satisfies Answers;

export const tagsTag: Tag = { name: "Tags", description: "Names that links are marked with" };
