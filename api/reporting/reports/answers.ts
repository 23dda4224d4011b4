import { z } from "zod";
import { answer, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { cadences } from "./period.ts";

const report = z.object({
  _id: recordId,
  email: z.string(),
  cadence: z.enum(cadences),
  tz: z.string().describe("Time zone of its weeks and months"),
  createdAt: instant,
  confirmedAt: instant.nullable().describe("When the address agreed; null: nothing is sent yet"),
  dueAt: instant.nullable().describe("When the next one is sent"),
  etag,
});

export const reportAnswers = {
  Report: report,
  ReportAnswer: answer({ message, data: report }),
  ReportsAnswer: answer({ data: z.array(report) }),
} satisfies Answers;

export const reportsTag: Tag = { name: "Reports", description: "Figures of the workspace, weekly or monthly by mail" };
