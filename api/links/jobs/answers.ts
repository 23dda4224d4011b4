import { z } from "zod";
import { answer, count, instant, message, recordId, shortReason } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { jobStates, outcomes } from "./job.ts";

const job = z.object({
  _id: recordId,
  undoes: recordId.nullable().describe("The job that this one undoes"),
  change: z.looseObject({}).describe("As it was given"),
  state: z.enum(jobStates),
  total: count.describe("How many links it is about"),
  done: count,
  unchanged: count.describe("That were already as wanted"),
  failed: count,
  createdAt: instant,
  endedAt: instant.nullable(),
  canUndo: z.boolean(),
});

const result = z.object({
  position: z.int().min(1),
  urlId: recordId,
  name: z.string().nullable().describe("Null for a link that is gone, or not the workspace's"),
  outcome: z.enum(outcomes).nullable().describe("Null: not yet; of a job that is over: never"),
  error: shortReason.nullable(),
});

export const linkJobAnswers = {
  LinkJobAnswer: answer({ message: message.optional(), data: job }),
  LinkJobsAnswer: answer({ data: z.array(job) }),
  LinkJobResultsAnswer: answer({
    data: z.array(result),
    next: count.nullable().describe("What `after` is for the next page; null: there is none"),
  }),
} satisfies Answers;

export const linkJobsTag: Tag = {
  name: "Link jobs",
  description: "Changes of up to 10,000 links in the background, with what became of each",
};
