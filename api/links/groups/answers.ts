import { z } from "zod";
import { answer, count, countOrUnknown, instant, message, recordId } from "../../kernel/calls/answers.ts";
import { pageAnswer } from "../../kernel/calls/pages.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { link, linkSummary } from "../core/answers.ts";

const group = z.object({
  _id: recordId,
  name: z.string(),
  createdAt: instant,
  urlCount: count,
  totalClicks: countOrUnknown,
  recentUrls: z.array(linkSummary).describe("The three newest"),
});

export const groupAnswers = {
  Group: group,
  GroupAnswer: answer({ message: message.optional(), group, data: group }),
  GroupsAnswer: answer({ data: z.array(group), pagination: pageAnswer }),
  GroupStatsAnswer: answer({
    data: z.object({ totalUrls: count, totalClicks: count, averageClicks: z.number(), urls: z.array(link) }),
    pagination: pageAnswer,
  }),
} satisfies Answers;

export const groupsTag: Tag = { name: "Groups", description: "Groups of links and their figures" };
