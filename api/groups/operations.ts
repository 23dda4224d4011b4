import { z } from "zod";
import { answer, count, countOrUnknown, done, instant, message, pagination, recordId } from "../calls/answers.ts";
import type { Answers, Operation, Tag } from "../calls/operation.ts";
import { link, linkSummary } from "../links/operations.ts";
import { groupBody, groupListQuery, groupStatsQuery } from "./rest.ts";

const group = z.object({
  _id: recordId,
  name: z.string(),
  createdAt: instant,
  urlCount: count,
  totalClicks: countOrUnknown,
  recentUrls: z.array(linkSummary).describe("The three newest"),
});

const one = answer({ message: message.optional(), group, data: group });

export const groupAnswers = {
  Group: group,
  GroupAnswer: one,
  GroupsAnswer: answer({ data: z.array(group), pagination }),
  GroupStatsAnswer: answer({
    data: z.object({ totalUrls: count, totalClicks: count, averageClicks: z.number(), urls: z.array(link) }),
    pagination,
  }),
} satisfies Answers;

const tag: Tag = { name: "Groups", description: "Groups of links and their figures" };

export const groupOperations: readonly Operation[] = [
  {
    method: "post",
    path: "/api/groups",
    tag,
    summary: "Make a group",
    description: "Names may repeat.",
    body: groupBody,
    example: { name: "Press" },
    answer: { status: 201, is: groupAnswers.GroupAnswer },
    failures: [400, 422],
  },
  {
    method: "get",
    path: "/api/groups",
    tag,
    summary: "List groups, newest first",
    description: "`search` is part of the name, in any case.",
    query: groupListQuery,
    answer: { status: 200, is: groupAnswers.GroupsAnswer },
    failures: [422],
  },
  {
    method: "get",
    path: "/api/groups/:id",
    tag,
    summary: "One group",
    description: "With the number of its links, their clicks and its three newest links.",
    answer: { status: 200, is: one },
    failures: [404],
  },
  {
    method: "put",
    path: "/api/groups/:id",
    tag,
    summary: "Rename a group",
    description: "Its links stay in it.",
    body: groupBody,
    example: { name: "News" },
    answer: { status: 200, is: one },
    failures: [400, 404, 422],
  },
  {
    method: "delete",
    path: "/api/groups/:id",
    tag,
    summary: "Delete a group; its links stay, in no group",
    description: "Can't be undone.",
    answer: done,
    failures: [400, 404],
  },
  {
    method: "get",
    path: "/api/groups/:id/stats",
    tag,
    summary: "Figures of a group and its links",
    description: "For a range of days in `tz`; the links are paged.",
    query: groupStatsQuery,
    answer: { status: 200, is: groupAnswers.GroupStatsAnswer },
    failures: [404, 422],
  },
];
