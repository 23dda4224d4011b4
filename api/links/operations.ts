import { z } from "zod";
import { answer, countOrUnknown, done, instant, message, pagination, recordId } from "../calls/answers.ts";
import type { Answers, Operation, Tag } from "../calls/operation.ts";
import { bulkBody, linkBody, listQuery, revertBody } from "./rest.ts";

export const link = z.object({
  _id: recordId,
  name: z.string(),
  originalUrl: z.string(),
  shortUrl: z.string().describe("The short code, without the host"),
  fullShortUrl: z.string(),
  groupId: z.object({ _id: recordId, name: z.string() }).nullable(),
  noOfClicks: countOrUnknown,
  isActive: z.boolean(),
  banReason: z.string().optional().describe("Why an operator has banned it: it leads nowhere. Absent unless it is"),
  createdAt: instant,
  updatedAt: instant,
});

export const linkSummary = z.object({
  _id: recordId,
  name: z.string(),
  shortUrl: z.string(),
  noOfClicks: countOrUnknown,
  createdAt: instant,
});

const historyEntry = z.object({
  version: z.int().min(1).describe("What a revert names"),
  at: instant,
  by: z.string().nullable().describe("The user's name; null for the system"),
  type: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  revertible: z.boolean(),
});

const one = answer({ message: message.optional(), url: link, data: link });

export const linkAnswers = {
  Link: link,
  LinkSummary: linkSummary,
  LinkAnswer: one,
  LinksAnswer: answer({ data: z.array(link), pagination }),
  ChangedLinksAnswer: answer({ message, data: z.array(link) }),
  HistoryAnswer: answer({ data: z.array(historyEntry).describe("Oldest first") }),
} satisfies Answers;

export const linksTag: Tag = { name: "Links", description: "Short links, their figures, clicks and history" };

export const linkOperations: readonly Operation[] = [
  {
    method: "post",
    path: "/api/urls",
    tag: linksTag,
    summary: "Make a short link",
    description:
      "`shortUrl` is a code of one's own, 3 to 50 letters, digits, hyphens and underscores; blank: one is made.",
    body: linkBody,
    example: { name: "Docs", originalUrl: "https://example.com/docs", shortUrl: "", groupId: null },
    answer: { status: 201, is: linkAnswers.LinkAnswer },
    failures: [400, 404, 409, 422],
  },
  {
    method: "get",
    path: "/api/urls",
    tag: linksTag,
    summary: "List links",
    description: "`search` is part of the name, the code or the original URL, in any case.",
    query: listQuery,
    answer: { status: 200, is: linkAnswers.LinksAnswer },
    failures: [422],
  },
  {
    method: "put",
    path: "/api/urls/bulk",
    tag: linksTag,
    summary: "Change up to 100 links at once",
    description:
      "All or none. A null group takes them out of theirs, a missing one keeps it. Banned links can't be switched on.",
    body: bulkBody,
    example: { urlIds: ["01900000-0000-7000-8000-000000000001"], isActive: false },
    answer: { status: 200, is: linkAnswers.ChangedLinksAnswer },
    failures: [400, 403, 404, 422],
  },
  {
    method: "get",
    path: "/api/urls/:id",
    tag: linksTag,
    summary: "One link",
    description: "With its present code, destination, group and clicks.",
    answer: { status: 200, is: one },
    failures: [404],
  },
  {
    method: "put",
    path: "/api/urls/:id",
    tag: linksTag,
    summary: "Edit a link",
    description:
      "At least one field. A blank or missing `shortUrl` keeps the code, a missing `groupId` the group; null clears it.",
    body: linkBody,
    example: { name: "Manual" },
    answer: { status: 200, is: one },
    failures: [400, 403, 404, 409, 422],
  },
  {
    method: "delete",
    path: "/api/urls/:id",
    tag: linksTag,
    summary: "Delete a link for good, its clicks too",
    description: "Can't be undone. Its code stays taken, for its account to use again.",
    answer: done,
    failures: [400, 403, 404],
  },
  {
    method: "patch",
    path: "/api/urls/:id/toggle-status",
    tag: linksTag,
    summary: "Switch a link on or off",
    description: "Turns it into what it isn't now.",
    answer: { status: 200, is: one },
    failures: [400, 403, 404],
  },
  {
    method: "get",
    path: "/api/urls/:id/history",
    tag: linksTag,
    summary: "Who changed what, when",
    description: "All edits of the link since it was made; `version` is what a revert names.",
    answer: { status: 200, is: linkAnswers.HistoryAnswer },
    failures: [404],
  },
  {
    method: "post",
    path: "/api/urls/:id/revert",
    tag: linksTag,
    summary: "Undo one edit",
    description: "Sets the fields of that edit back; later edits of other fields stay. A revert is an edit itself.",
    body: revertBody,
    example: { version: 2 },
    answer: { status: 200, is: one },
    failures: [400, 403, 404, 409, 422],
  },
];
