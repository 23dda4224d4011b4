import { z } from "zod";
import { answer, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

const note = z.object({
  _id: recordId,
  linkId: recordId.nullable().describe("Null: about the whole workspace"),
  linkName: z.string().nullable().describe("Null too for an API key without links:read"),
  at: instant,
  text: z.string(),
  createdAt: instant,
  updatedAt: instant,
  etag,
});

export const noteAnswers = {
  NotesAnswer: answer({ data: z.array(note) }),
  NoteAnswer: answer({ message, data: note }),
} satisfies Answers;

export const notesTag: Tag = { name: "Notes", description: "What people write to moments of their charts" };
