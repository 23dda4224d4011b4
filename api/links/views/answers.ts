import { z } from "zod";
import { answer, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers } from "../../kernel/calls/operation.ts";

const preset = z.object({
  _id: recordId,
  name: z.string(),
  query: z.string().describe("As in an address, without the question mark"),
  createdAt: instant,
  updatedAt: instant,
  etag,
});

export const presetAnswers = {
  Preset: preset,
  PresetAnswer: answer({ message: message.optional(), data: preset }),
  PresetsAnswer: answer({ data: z.array(preset).describe("By their names") }),
} satisfies Answers;
